package io.paxosstore.bench.cli;

import io.paxosstore.bench.experiment.Experiments;
import io.paxosstore.bench.experiment.Laboratory;
import io.paxosstore.bench.load.LoadPlan;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Path;
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

    @Mixin private LoadOptions load = new LoadOptions();

    @Parameters(paramLabel = "NAME", description = "What to find out: ${COMPLETION-CANDIDATES}.")
    private Experiments experiment = Experiments.BUDGET;

    @Option(
            names = "--clients",
            defaultValue = "64",
            description = "Each with one outstanding operation (default ${DEFAULT-VALUE}).")
    private int clients;

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
        load.validate();
        load.require(clients >= 1, "--clients is " + clients + "; at least 1.");
        load.require(minutes >= 1, "--minutes is " + minutes + "; at least 1.");
        load.require(rate >= 0, "--rate is " + rate + "; at least 0.");
        Laboratory laboratory =
                new Laboratory(
                        clients,
                        load.keys(),
                        load.valueBytes(),
                        load.warmup(),
                        load.duration(),
                        minutes,
                        rate,
                        plot,
                        spec.commandLine().getOut());
        return experiment.experiment().run(laboratory) == 0 ? 0 : 1;
    }
}
