package io.paxosstore.bench.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.time.Duration;

/** The options of every command that measures stores which it starts itself. */
public final class LoadOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

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

    /** Checks the values. */
    public void validate() {
        require(keys >= 1, "--keys is " + keys + "; at least 1.");
        require(valueBytes >= 0, "--value-bytes is " + valueBytes + "; at least 0.");
        require(!duration.isZero(), "--duration is 0; measure for some time, such as 15s.");
    }

    /** Complains to the user, in one sentence, unless something holds. */
    public void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }

    /** How many keys there are. */
    public long keys() {
        return keys;
    }

    /** The length of the values. */
    public int valueBytes() {
        return valueBytes;
    }

    /** How long a load runs before it is measured. */
    public Duration warmup() {
        return warmup;
    }

    /** How long a load is measured. */
    public Duration duration() {
        return duration;
    }
}
