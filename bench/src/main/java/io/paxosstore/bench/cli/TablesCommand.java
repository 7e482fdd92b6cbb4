package io.paxosstore.bench.cli;

import io.paxosstore.bench.tables.TableComparison;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;

/** {@code bench tables}: what main and delta tables are worth, and what merges cost. */
@Command(
        name = "tables",
        description = {
            "Measures tables of the storage engine: point reads and updates of single rows, of main"
                    + " and delta tables, of a record for each row, and of one value for each"
                    + " table.",
            "compare: all three, one after the other. merges: reads with and without merges"
                    + " meanwhile. idle: many small tables, the memory they take and the time of a"
                    + " read."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class TablesCommand implements Callable<Integer> {
    private static final int MEBIBYTE_SHIFT = 20;

    /** What is measured. */
    enum What {
        COMPARE,
        MERGES,
        IDLE
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "WHAT", description = "What to measure: ${COMPLETION-CANDIDATES}.")
    private What what = What.COMPARE;

    @Option(
            names = "--directory",
            required = true,
            description = "An empty directory for the files; what was loaded stays there.")
    private Path directory = Path.of(".");

    @Option(
            names = "--tables",
            defaultValue = "100000",
            description = "How many tables (default ${DEFAULT-VALUE}).")
    private long tables;

    @Option(
            names = "--rows",
            defaultValue = "2000",
            description = "Of each table, about 100 bytes each (default ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--cache",
            defaultValue = "1024",
            description = "RocksDB's cache in MiB (default ${DEFAULT-VALUE}).")
    private long cacheMebibytes;

    @Option(
            names = "--threads",
            defaultValue = "2",
            description = "Shards (default ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "--duration",
            converter = DurationConverter.class,
            defaultValue = "60s",
            description = "Of each measurement (default ${DEFAULT-VALUE}).")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--rounds",
            defaultValue = "2",
            description = "How often, one after the other (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (tables < threads || rows < 1 || threads < 1 || rounds < 1 || duration.isZero()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--rows, --threads, --rounds and --duration must be above 0, --tables at least"
                            + " --threads.");
        }
        TableComparison comparison =
                new TableComparison(
                        directory,
                        tables,
                        rows,
                        cacheMebibytes << MEBIBYTE_SHIFT,
                        threads,
                        duration,
                        rounds,
                        spec.commandLine().getOut());
        switch (what) {
            case COMPARE -> comparison.compare();
            case MERGES -> comparison.merges();
            case IDLE -> comparison.idle();
        }
        return 0;
    }
}
