package io.paxosstore.bench.cli;

import io.paxosstore.cli.log.NodeLog;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.sim.SimOptions;
import io.paxosstore.sim.SimRunner;
import io.paxosstore.sim.Simulator;
import io.paxosstore.sim.Voting;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** {@code sim}: runs the deterministic simulator for seeds, or explores all interleavings. */
@Command(
        name = "sim",
        description = {
            "Simulates whole clusters under faults drawn from seeds and checks every invariant.",
            "Exit code: 0 when every seed passed, 1 when one failed."
        },
        mixinStandardHelpOptions = true)
public final class SimCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int FAILED = 1;

    /** Seeds between two looks at the clock, per thread; a seed takes some milliseconds. */
    private static final int SEEDS_PER_STEP = 50;

    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(5);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--seeds",
            paramLabel = "A..B",
            defaultValue = "1..1000",
            description = "One seed, or the first and the last (default ${DEFAULT-VALUE}).")
    private String seeds = "";

    @Option(
            names = "--nodes",
            defaultValue = "3",
            description = "Replicas of an entity: 3 or 5 (default ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
            names = "--kind",
            description = {
                "KEY_VALUE, whose entries are whole values, or ENTITY, whose entries are",
                "changes (default ${DEFAULT-VALUE})."
            })
    private SpaceKind kind = SpaceKind.KEY_VALUE;

    @Option(
            names = "--changes",
            description = "Have votes move among these nodes and two more while all else goes on.")
    private boolean isChanging;

    @Option(
            names = "--members",
            description = {
                "The same, but that the nodes keep the topology, and change it as an operator of",
                "changing mind wishes."
            })
    private boolean isDriven;

    @Option(
            names = "--scans",
            description = {
                "List names of keys now and then. What the network draws is another thing than",
                "without."
            })
    private boolean hasScans;

    @Option(
            names = "--time",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "0s",
            description = "Stop after this time, such as 10m; 0s for no limit (the default).")
    private Duration time = Duration.ZERO;

    @Option(
            names = "--threads",
            description = "Seeds at the same time (default: one per processor core).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--failures",
            defaultValue = "1",
            description = "Stop after this many failed seeds (default ${DEFAULT-VALUE}).")
    private int failuresMax;

    @Option(names = "--trace", description = "Print everything that happens; for one seed.")
    private boolean isTraced;

    @Option(
            names = "--exhaustive",
            description = {
                "Instead of seeds, explore all interleavings of the real code within a bound,",
                "or walk at random through one that is too large.",
                "Prints the distinct states; for a violation the shortest sequence of events."
            })
    private boolean isExhaustive;

    @Option(
            names = "--bound",
            paramLabel = "NAME",
            description = "With --exhaustive: this bound only (default: all, one after the other).")
    private @Nullable String bound;

    @Option(
            names = "--seconds",
            defaultValue = "300",
            description = "With --exhaustive: time for each bound (default ${DEFAULT-VALUE}).")
    private long seconds;

    @Option(
            names = "--mutation",
            paramLabel = "RULE",
            defaultValue = "NONE",
            description = "With --exhaustive: switch a rule off, to see that it is missed.")
    private String mutation = "NONE";

    @Option(
            names = "--replay",
            paramLabel = "EVENTS",
            description = "With --exhaustive and --bound: play this sequence, as printed before.")
    private @Nullable String replay;

    @Override
    public Integer call() {
        NodeLog.nothing();
        if (isExhaustive) {
            return exhaustive();
        }
        SeedRange range = parse(seeds);
        checkOptions(range);
        PrintWriter out = spec.commandLine().getOut();
        long started = System.nanoTime();
        long lastReport = started;
        long done = 0;
        int failures = 0;
        long calls = 0;
        SimRunner.Result all = null;
        long next = range.first();
        while (next <= range.last() && failures < failuresMax && !isOver(started)) {
            long last = Math.min(range.last(), next + (long) SEEDS_PER_STEP * threads - 1);
            SimOptions options = options(next, last, started);
            SimRunner.Result result = SimRunner.run(options, setup(options), out::println);
            all = all == null ? result : all.and(result);
            done += result.seeds();
            calls += result.calls();
            failures += result.failures().size();
            next = last + 1;
            if (System.nanoTime() - lastReport > PROGRESS_NANOS) {
                lastReport = System.nanoTime();
                report(out, done, failures, calls, started);
            }
        }
        report(out, done, failures, calls, started);
        if (all != null) {
            out.println(all.statistics());
            out.flush();
        }
        return failures == 0 ? OK : FAILED;
    }

    private int exhaustive() {
        if (seconds < 1 || (replay != null && bound == null)) {
            throw bad("--exhaustive needs --seconds of at least 1, and --replay a --bound.");
        }
        try {
            ExhaustiveRun run = new ExhaustiveRun(spec.commandLine().getOut(), mutation);
            if (bound != null && replay != null) {
                return run.replay(bound, replay) ? OK : FAILED;
            }
            return run.explore(bound, seconds) ? OK : FAILED;
        } catch (IllegalArgumentException e) {
            throw bad(String.valueOf(e.getMessage()));
        }
    }

    private SimOptions options(long first, long last, long started) {
        long left = 0;
        if (!time.isZero()) {
            long spent = System.nanoTime() - started;
            left = Math.max(1, TimeUnit.NANOSECONDS.toSeconds(time.toNanos() - spent));
        }
        return new SimOptions(
                first, last, nodes, kind, voting(), left, threads, failuresMax, isTraced);
    }

    private Simulator.Setup setup(SimOptions options) {
        Simulator.Setup setup =
                Simulator.Setup.of(options.nodes(), options.kind()).with(options.voting());
        return hasScans ? setup.withScans() : setup;
    }

    private Voting voting() {
        if (isChanging && isDriven) {
            throw bad("Either --changes or --members can be given.");
        }
        return isDriven ? Voting.DRIVEN : isChanging ? Voting.CHANGES : Voting.STAYS;
    }

    private boolean isOver(long started) {
        return !time.isZero() && System.nanoTime() - started >= time.toNanos();
    }

    private void report(PrintWriter out, long done, int failures, long calls, long started) {
        double seconds = (System.nanoTime() - started) / 1e9;
        out.printf(
                Locale.ROOT,
                "N=%d: %,d seeds, %d failed, %,d client calls, %.0f s (%.0f seeds/s)%n",
                nodes,
                done,
                failures,
                calls,
                seconds,
                done / Math.max(seconds, 1e-3));
        out.flush();
    }

    private void checkOptions(SeedRange range) {
        if (nodes != 3 && nodes != 5) {
            throw bad("--nodes is " + nodes + "; a simulated cluster has 3 or 5 replicas.");
        }
        if (threads < 1 || failuresMax < 1) {
            throw bad("--threads and --failures must be at least 1.");
        }
        if (isTraced && range.first() != range.last()) {
            throw bad("--trace prints one seed only; name it, such as --seeds 42.");
        }
    }

    private SeedRange parse(String text) {
        String[] ends = text.split("\\.\\.", -1);
        try {
            long first = Long.parseLong(ends[0].trim());
            long last = ends.length == 1 ? first : Long.parseLong(ends[1].trim());
            if (ends.length <= 2 && first <= last) {
                return new SeedRange(first, last);
            }
        } catch (NumberFormatException e) {
            // Falls through to the one sentence for all mistakes.
        }
        throw bad("'" + text + "' is no range of seeds; write 42 or 1..1000.");
    }

    private ParameterException bad(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }

    private record SeedRange(long first, long last) {}
}
