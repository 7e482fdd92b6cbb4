package io.paxosstore.bench.cli;

import io.paxosstore.bench.load.KeyChooser;
import io.paxosstore.bench.load.LoadGenerator;
import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.LoadReport;
import io.paxosstore.bench.load.LoadTarget;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.cli.progress.ProgressLine;
import io.paxosstore.client.PaxosStoreException;
import io.paxosstore.protocol.model.ReadMode;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;

/** {@code bench}: the load generator. */
@Command(
        name = "bench",
        description = {
            "Loads a cluster with closed-loop clients and reports throughput and latency.",
            "Exit code: 0 when something succeeded and nothing failed, else 1."
        },
        mixinStandardHelpOptions = true,
        subcommands = {ExperimentCommand.class, HotCommand.class, TablesCommand.class},
        sortOptions = false)
public final class BenchCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final long KEYS_MAX = 1_000_000_000L;
    private static final int CLIENTS_MAX = 65_536;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--target",
            paramLabel = "HOST:PORT,...",
            defaultValue = "localhost:7400",
            description = "Client ports of the cluster (default ${DEFAULT-VALUE}).")
    private String target = "";

    @Option(
            names = "--clients",
            defaultValue = "64",
            description = "Clients with one outstanding operation each (default ${DEFAULT-VALUE}).")
    private int clients;

    @Option(
            names = "--rate",
            defaultValue = "0",
            description = {
                "Operations that all clients together begin in a second, whatever the answers take;"
                        + " what begins late counts from when it was due.",
                "0: each client begins the next as soon as one is answered"
                        + " (default ${DEFAULT-VALUE})."
            })
    private int perSecond;

    @Option(
            names = "--mix",
            converter = MixConverter.class,
            defaultValue = "write=50,read=50",
            description = {
                "Shares that add up to 100 (default ${DEFAULT-VALUE}).",
                "Of keys: read, write. Of entities: enqueue, queue-read, list-append, list-range,"
                        + " set-add, set-contains, map-put, map-get, value-put, value-get, counter,"
                        + " table-upsert, table-update, table-get, table-scan, multi-op."
            })
    private OperationMix mix = OperationMix.parse("write=50,read=50");

    @Option(
            names = "--value-bytes",
            defaultValue = "100",
            description = "Length of the values (default ${DEFAULT-VALUE}).")
    private int valueBytes;

    @Option(
            names = "--keys",
            defaultValue = "1000000",
            description = "Number of keys or entities (default ${DEFAULT-VALUE}).")
    private long keys;

    @Option(
            names = "--distribution",
            defaultValue = "uniform",
            description = "Of the keys: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private KeyChooser.Distribution distribution = KeyChooser.Distribution.UNIFORM;

    @Option(
            names = "--load",
            description = {
                "Write every key once before the warm-up;",
                "of entities 10 elements into each object."
            })
    private boolean isPreloaded;

    @Option(
            names = "--warmup",
            converter = DurationConverter.class,
            defaultValue = "5s",
            description = "Not measured (default ${DEFAULT-VALUE}).")
    private Duration warmup = Duration.ZERO;

    @Option(
            names = "--duration",
            converter = DurationConverter.class,
            defaultValue = "15s",
            description = "Measured (default ${DEFAULT-VALUE}).")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--mode",
            defaultValue = "async",
            description = {
                "Who drives the clients: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).",
                "async: the thread on which an answer arrives; threads: one thread each."
            })
    private LoadPlan.Mode mode = LoadPlan.Mode.ASYNC;

    @Option(
            names = "--connections",
            defaultValue = "1",
            description = "Client libraries that share the clients (default ${DEFAULT-VALUE}).")
    private int connections;

    @Option(
            names = "--read-option",
            defaultValue = "linearizable",
            description = "${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private ReadMode readMode = ReadMode.LINEARIZABLE;

    @Option(
            names = "--space",
            description = {
                "Created if it is not there",
                "(default: bench, of entities bench-entities)."
            })
    private @Nullable String space;

    @Option(
            names = "--deadline",
            converter = DurationConverter.class,
            defaultValue = "10s",
            description = "Of each operation, retries included (default ${DEFAULT-VALUE}).")
    private Duration deadline = Duration.ZERO;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Repeats the same choices (default ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--json", description = "Print one line of JSON instead of a table.")
    private boolean isJson;

    @Override
    public Integer call() throws InterruptedException {
        LoadPlan plan = plan();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        List<LoadTarget> targets = new ArrayList<>();
        try {
            for (int i = 0; i < connections; i++) {
                targets.add(LoadTarget.connect(target, mix, space, readMode, deadline));
            }
            LoadGenerator generator = new LoadGenerator(plan, targets);
            if (isPreloaded) {
                long started = System.nanoTime();
                try (ProgressLine line = ProgressLine.atTerminal()) {
                    generator.preload(begun -> line.update("loading keys", begun, keys));
                }
                double seconds = (System.nanoTime() - started) / 1e9;
                err.printf(
                        Locale.ROOT,
                        "loaded %,d keys in %.1f s (%,.0f writes/s)%n",
                        keys,
                        seconds,
                        keys / seconds);
            }
            LoadReport report = new LoadReport(plan, connections, generator.run());
            out.println(isJson ? report.toJson() : report.toTable());
            return report.isClean() ? OK : FAILED;
        } catch (PaxosStoreException e) {
            err.println("bench: " + e.getMessage());
            return FAILED;
        } catch (TimeoutException e) {
            err.println("bench: " + e.getMessage() + "; do the servers still answer?");
            return FAILED;
        } finally {
            targets.forEach(LoadTarget::close);
        }
    }

    private LoadPlan plan() {
        check(clients >= 1 && clients <= CLIENTS_MAX, "--clients is " + clients + "; 1 to 65536.");
        check(connections >= 1 && connections <= clients, "--connections must be 1 to --clients.");
        check(keys >= 1 && keys <= KEYS_MAX, "--keys is " + keys + "; 1 to 1000000000.");
        check(perSecond >= 0, "--rate is " + perSecond + "; at least 0.");
        check(valueBytes >= 0, "--value-bytes is " + valueBytes + "; at least 0.");
        check(!duration.isZero(), "--duration is 0; measure for some time, such as 15s.");
        return new LoadPlan(
                clients,
                perSecond,
                mode,
                mix,
                valueBytes,
                keys,
                distribution,
                warmup,
                duration,
                seed);
    }

    private void check(boolean isFine, String sentence) {
        if (!isFine) {
            throw new ParameterException(spec.commandLine(), sentence);
        }
    }

    private static final class MixConverter implements ITypeConverter<OperationMix> {
        @Override
        public OperationMix convert(String text) {
            try {
                return OperationMix.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
