package io.paxosstore.bench.cli;

import io.paxosstore.bench.experiment.Experiments;
import io.paxosstore.bench.experiment.Laboratory;
import io.paxosstore.bench.load.LoadPlan;

import org.jspecify.annotations.Nullable;

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
import java.util.concurrent.TimeoutException;

/** {@code bench experiment}: the tables of {@code docs/performance.md}. */
@Command(
        name = "experiment",
        description = {
            "Starts clusters on this machine, puts loads on them that differ in one thing, prints a"
                    + " table in Markdown, and removes everything. Nothing else should run"
                    + " meanwhile.",
            "Exit code: 0 when no operation failed, else 1."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ExperimentCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "What to find out: ${COMPLETION-CANDIDATES}.")
    private Experiments experiment = Experiments.BUDGET;

    @Option(
            names = "--clients",
            defaultValue = "64",
            description = "Each with one outstanding operation (default ${DEFAULT-VALUE}).")
    private int clients;

    @Option(
            names = "--keys",
            defaultValue = "1000000",
            description = "Written once before, then chosen uniformly (default ${DEFAULT-VALUE}).")
    private long keys;

    @Option(
            names = "--value-bytes",
            defaultValue = "100",
            description = "Length of the values (default ${DEFAULT-VALUE}).")
    private int valueBytes;

    @Option(
            names = "--warmup",
            converter = DurationConverter.class,
            defaultValue = "15s",
            description = "Not measured, before each load (default ${DEFAULT-VALUE}).")
    private Duration warmup = Duration.ZERO;

    @Option(
            names = "--duration",
            converter = DurationConverter.class,
            defaultValue = "15s",
            description = "Measured, of each load (default ${DEFAULT-VALUE}).")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--minutes",
            defaultValue = "20",
            description = "Of endurance (default ${DEFAULT-VALUE}).")
    private int minutes;

    @Option(
            names = "--rate",
            defaultValue = "0",
            description = {
                "Operations that begin in a second, whatever the answers take",
                "(default ${DEFAULT-VALUE}: as many as the clients can)."
            })
    private int rate = LoadPlan.UNPACED;

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description = "Draws medians into an SVG file, where variants are compared.")
    private @Nullable Path plot;

    @Override
    public Integer call() throws IOException, InterruptedException, TimeoutException {
        if (clients < 1 || keys < 1 || valueBytes < 0 || minutes < 1 || rate < 0) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--clients, --keys and --minutes must be above 0, --value-bytes and --rate at"
                            + " least 0.");
        }
        if (duration.isZero()) {
            throw new ParameterException(
                    spec.commandLine(), "--duration is 0; measure for some time, such as 15s.");
        }
        Laboratory laboratory =
                new Laboratory(
                        clients,
                        keys,
                        valueBytes,
                        warmup,
                        duration,
                        minutes,
                        rate,
                        plot,
                        spec.commandLine().getOut());
        return experiment.experiment().run(laboratory) == 0 ? 0 : 1;
    }
}
