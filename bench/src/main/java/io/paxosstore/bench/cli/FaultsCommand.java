package io.paxosstore.bench.cli;

import io.paxosstore.bench.faults.FaultKind;
import io.paxosstore.bench.faults.FaultRun;
import io.paxosstore.bench.faults.FaultRunner;
import io.paxosstore.bench.faults.FaultyCluster;
import io.paxosstore.bench.faults.RedisFaultRunner;
import io.paxosstore.bench.process.ScratchDirectory;
import io.paxosstore.client.PaxosStoreException;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** {@code faults}: random faults on real processes under a load whose history is checked. */
@Command(
        name = "faults",
        description = {
            "Starts three replicas, loads them, does to one of them after the other what real"
                    + " machines and networks do, and checks every answer and every replica.",
            "Exit code: 0 when every run was clean, 1 when one was not."
        },
        mixinStandardHelpOptions = true)
public final class FaultsCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int SECONDS_MAX = 3_600;
    private static final int WEIGHT_MAX = 100;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--runs",
            defaultValue = "1",
            description = "How many runs, each with its own seed (default ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--seconds",
            defaultValue = "20",
            description = "For how long faults begin in a run (default ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Of the first run; the next ones count up (default ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--faults",
            split = ",",
            paramLabel = "KIND",
            defaultValue =
                    "kill,pause,partition,partial,one-way,delay,stall,reset," + "duplicate,reorder",
            description =
                    "Which faults, of kill, pause, partition, partial, one-way, delay, stall,"
                            + " reset, loss, duplicate, reorder, slow, full, wipe, wipe-kill, flip,"
                            + " join-and-spread, replace, drain, cancel and kill-driver (default"
                            + " ${DEFAULT-VALUE}); wipe=4 happens four times as often as others."
                            + " slow needs a C compiler, full the rights of root; the last five"
                            + " go with kill and pause only.")
    private String[] faults = {};

    @Option(
            names = "--members",
            description =
                    "Members change under load: the faults are kill, pause, join-and-spread,"
                            + " replace, drain, cancel and kill-driver.")
    private boolean isOfMembers;

    @Option(
            names = "--redis",
            description =
                    "Clients of Redis instead of the Java client's, at all nodes, in a database of"
                            + " entities and one of keys; now and then two nodes are faulty at"
                            + " once. The faults are those of processes and networks, by default"
                            + " kill, pause and partition.")
    private boolean isOfRedis;

    @Option(
            names = "--histories",
            paramLabel = "DIRECTORY",
            description =
                    "Write each run's history of keys there, as seed-N.edn; jepsen/check register"
                            + " checks such a file again. With --redis as text, seed-N.txt.")
    private @Nullable Path histories;

    @Option(names = "--keep-going", description = "Do not stop at the first run that fails.")
    private boolean isKeptGoing;

    @Option(names = "--events", description = "Print what was done when, also of clean runs.")
    private boolean isTold;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<FaultKind> kinds = kinds();
        if (kinds.stream().anyMatch(FaultKind::isOfMembers)
                && !kinds.stream().allMatch(FaultKind::goesWithMembers)) {
            throw bad("Members change only beside kill and pause; leave the other faults out.");
        }
        if (runs < 1 || seconds < 1 || seconds > SECONDS_MAX) {
            throw bad("--runs must be at least 1, --seconds from 1 to " + SECONDS_MAX + ".");
        }
        PrintWriter out = spec.commandLine().getOut();
        int failed = 0;
        int done = 0;
        while (done < runs && (failed == 0 || isKeptGoing)) {
            Duration length = Duration.ofSeconds(seconds);
            failed += run(length, kinds, seed + done) ? 0 : 1;
            done++;
        }
        out.printf(
                "%d runs of %d s with seeds %d to %d and the faults %s: %d failed%n",
                done, seconds, seed, seed + done - 1, words(kinds), failed);
        out.flush();
        return failed == 0 ? OK : FAILED;
    }

    private List<FaultKind> kinds() {
        if (isOfMembers) {
            if (isOfRedis) {
                throw bad("--members and --redis do not go together.");
            }
            return ofMembers();
        }
        if (!isOfRedis) {
            return parse(faults);
        }
        if (!areFaultsGiven()) {
            return List.of(FaultKind.KILL, FaultKind.PAUSE, FaultKind.PARTITION);
        }
        List<FaultKind> kinds = parse(faults);
        for (FaultKind kind : kinds) {
            if (!kind.mayBeOfTwo()) {
                throw bad("'" + kind.label() + "' does not go with --redis; leave it out.");
            }
        }
        return kinds;
    }

    private boolean areFaultsGiven() {
        return spec.commandLine().getParseResult().hasMatchedOption("--faults");
    }

    private static String words(List<FaultKind> kinds) {
        return kinds.stream().map(FaultKind::label).distinct().collect(Collectors.joining(","));
    }

    private List<FaultKind> ofMembers() {
        if (areFaultsGiven()) {
            throw bad("--members names the faults itself; leave --faults out.");
        }
        return Arrays.stream(FaultKind.values()).filter(FaultKind::goesWithMembers).toList();
    }

    private @Nullable Path history(long runSeed) throws IOException {
        if (histories == null) {
            return null;
        }
        Files.createDirectories(histories);
        return histories.resolve("seed-" + runSeed + (isOfRedis ? ".txt" : ".edn"));
    }

    /** A run that is prepared, and the cluster that it needs. */
    private record Prepared(FaultRun run, FaultyCluster cluster) {}

    private Prepared prepare(Path directory, Duration length, List<FaultKind> kinds, long runSeed)
            throws IOException, InterruptedException {
        Path history = history(runSeed);
        if (isOfRedis) {
            RedisFaultRunner runner =
                    RedisFaultRunner.create(
                            directory,
                            new RedisFaultRunner.Options(length, kinds, runSeed, history));
            return new Prepared(runner, runner.cluster());
        }
        FaultRunner.Options options =
                new FaultRunner.Options(length, List.of(), kinds, runSeed, history);
        FaultyCluster cluster = FaultRunner.cluster(directory, options);
        return new Prepared(new FaultRunner(cluster, options), cluster);
    }

    /** Does one run; whether it was clean. */
    private boolean run(Duration length, List<FaultKind> kinds, long runSeed)
            throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        ScratchDirectory scratch = ScratchDirectory.create("paxosstore-faults-");
        Prepared prepared = prepare(scratch.path(), length, kinds, runSeed);
        Thread cleaner =
                new Thread(
                        () -> {
                            try {
                                prepared.cluster().close();
                            } catch (IOException e) {
                                err.println("faults: " + e.getMessage());
                            }
                            scratch.close();
                        },
                        "faults-cleaner");
        // Runs at every end: also on Ctrl-C, and when this thread fails.
        Runtime.getRuntime().addShutdownHook(cleaner);
        FaultRun runner = prepared.run();
        boolean isClean = false;
        try {
            FaultRun.Result report = runner.run();
            out.println(report);
            report.problems().forEach(problem -> out.println("  " + problem));
            isClean = report.isClean();
        } catch (IOException | TimeoutException | PaxosStoreException e) {
            out.println("seed " + runSeed + ": FAILED: " + e.getMessage());
        }
        if (isTold || !isClean) {
            runner.events().forEach(event -> out.println("  " + event));
        }
        out.flush();
        if (!isClean) {
            scratch.keep();
            err.println("faults: seed " + runSeed + " failed; see " + scratch.path());
            err.flush();
        }
        Runtime.getRuntime().removeShutdownHook(cleaner);
        cleaner.start();
        cleaner.join();
        return isClean;
    }

    /** The kinds, each as often as its weight says. */
    private List<FaultKind> parse(String[] labels) {
        List<FaultKind> kinds = new ArrayList<>();
        for (String label : labels) {
            List<String> parts = List.of(label.strip().split("=", 2));
            kinds.addAll(Collections.nCopies(weight(label, parts), kind(parts.getFirst())));
        }
        return kinds;
    }

    private FaultKind kind(String label) {
        return Arrays.stream(FaultKind.values())
                .filter(kind -> kind.label().equals(label))
                .findFirst()
                .orElseThrow(() -> bad("'" + label + "' is no fault; " + allKinds()));
    }

    private int weight(String label, List<String> parts) {
        if (parts.size() == 1) {
            return 1;
        }
        try {
            int weight = Integer.parseInt(parts.get(1));
            if (weight >= 1 && weight <= WEIGHT_MAX) {
                return weight;
            }
        } catch (NumberFormatException e) {
            // Said below, as for other weights that make no sense.
        }
        throw bad("'" + label + "': a weight is a number from 1 to " + WEIGHT_MAX + ".");
    }

    private static String allKinds() {
        return "there are "
                + Arrays.stream(FaultKind.values())
                        .map(FaultKind::label)
                        .collect(Collectors.joining(", "))
                + ".";
    }

    private ParameterException bad(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }
}
