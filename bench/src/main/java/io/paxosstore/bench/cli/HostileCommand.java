package io.paxosstore.bench.cli;

import io.paxosstore.bench.hostile.AttackKind;
import io.paxosstore.bench.hostile.HostileLimits;
import io.paxosstore.bench.hostile.HostileReport;
import io.paxosstore.bench.hostile.HostileRunner;
import io.paxosstore.bench.process.ScratchDirectory;
import io.paxosstore.client.PaxosStoreException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** {@code hostile}: clients that mean harm, beside one that does not and must not notice. */
@Command(
        name = "hostile",
        description = {
            "Starts three replicas and lets hostile clients loose on them, two kinds at a time,"
                    + " while a well-behaved client goes on.",
            "Exit code: 0 when no replica ended or took too much memory, and the well-behaved"
                    + " client had no failed call and its p99, in all and in each round; else 1.",
            "The logs of the replicas are kept when it is not 0."
        },
        mixinStandardHelpOptions = true)
public final class HostileCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int MEBIBYTE_SHIFT = 20;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--attacks",
            split = ",",
            paramLabel = "KIND",
            description =
                    "Which attacks (default: all of them). There are: fuzz-redis,"
                            + " unread-redis, fuzz-clients, fuzz-peers, fuzz-admin, slow-readers,"
                            + " slow-writers, unfinished, storm, idle, half-open, unread-admin,"
                            + " large-values, large-multi-ops, worst-sql.")
    private String[] attacks = {};

    @Option(
            names = "--duration",
            converter = DurationConverter.class,
            defaultValue = "30m",
            description = "Of all rounds together (default ${DEFAULT-VALUE}).")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--round",
            converter = DurationConverter.class,
            defaultValue = "30s",
            description = "Of each round (default ${DEFAULT-VALUE}).")
    private Duration round = Duration.ZERO;

    @Option(
            names = "--warm-up",
            converter = DurationConverter.class,
            defaultValue = "15s",
            description =
                    "Of the well-behaved client, before the first (default ${DEFAULT-VALUE}).")
    private Duration warmUp = Duration.ZERO;

    @Option(
            names = "--each",
            description = "One round for each kind by itself, whatever --duration says.")
    private boolean isEach;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Of what is drawn (default ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--p99-limit",
            converter = DurationConverter.class,
            defaultValue = "50ms",
            description =
                    "Of the well-behaved client, in all rounds together (default"
                            + " ${DEFAULT-VALUE}).")
    private Duration p99Limit = Duration.ZERO;

    @Option(
            names = "--round-p99-limit",
            converter = DurationConverter.class,
            defaultValue = "150ms",
            description =
                    "Of the well-behaved client, in each round by itself (default"
                            + " ${DEFAULT-VALUE}).")
    private Duration roundP99Limit = Duration.ZERO;

    @Option(
            names = "--resident-limit",
            defaultValue = "512",
            description = "Of each replica, in MiB (default ${DEFAULT-VALUE}).")
    private long residentLimitMebibytes;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<AttackKind> kinds = kinds();
        if (round.toMillis() < 1 || duration.compareTo(round) < 0) {
            throw bad("--duration must be at least --round.");
        }
        int rounds = isEach ? 0 : Math.toIntExact(duration.dividedBy(round));
        HostileRunner.Options options =
                new HostileRunner.Options(
                        kinds,
                        warmUp,
                        rounds,
                        round,
                        seed,
                        new HostileLimits(
                                p99Limit, roundP99Limit, residentLimitMebibytes << MEBIBYTE_SHIFT));
        PrintWriter out = spec.commandLine().getOut();
        ScratchDirectory scratch = ScratchDirectory.create("paxosstore-hostile-");
        HostileRunner runner =
                HostileRunner.create(
                        options,
                        scratch.path(),
                        line -> {
                            out.println(line);
                            out.flush();
                        });
        Thread cleaner =
                new Thread(
                        () -> {
                            runner.close();
                            scratch.close();
                        },
                        "hostile-cleaner");
        // Runs at every end: also on Ctrl-C, and when this thread fails.
        Runtime.getRuntime().addShutdownHook(cleaner);
        return judged(runner::run, scratch, out);
    }

    /** A run, as somebody is told of it. */
    @FunctionalInterface
    interface Run {
        HostileReport report() throws IOException, InterruptedException, TimeoutException;
    }

    /**
     * Runs, and prints what came of it. Of a run that is not fine the logs are kept, however it
     * ended.
     *
     * @param scratch where they are
     * @return the exit code
     */
    static int judged(Run run, ScratchDirectory scratch, PrintWriter out)
            throws InterruptedException {
        boolean isFine = false;
        try {
            HostileReport report = run.report();
            out.println(report.all());
            out.println("the worst round by its p99:");
            out.println(report.worst());
            report.problems().forEach(problem -> out.println("  " + problem));
            isFine = report.problems().isEmpty();
        } catch (TimeoutException | PaxosStoreException | IOException e) {
            out.println("FAILED: " + e.getMessage());
        } finally {
            if (!isFine) {
                scratch.keepLogs();
                out.println("the logs are in " + scratch.path());
            }
            out.flush();
        }
        return isFine ? OK : FAILED;
    }

    private List<AttackKind> kinds() {
        if (attacks.length == 0) {
            return List.of(AttackKind.values());
        }
        return Arrays.stream(attacks).map(this::kind).toList();
    }

    private AttackKind kind(String label) {
        return Arrays.stream(AttackKind.values())
                .filter(kind -> kind.label().equals(label.strip()))
                .findFirst()
                .orElseThrow(
                        () -> bad("'%s' is no attack; there are %s.".formatted(label, allKinds())));
    }

    private static String allKinds() {
        return Arrays.stream(AttackKind.values())
                .map(AttackKind::label)
                .collect(Collectors.joining(", "));
    }

    private ParameterException bad(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }
}
