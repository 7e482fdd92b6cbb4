package io.paxosstore.bench.cli;

import io.paxosstore.server.config.Units;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.time.Duration;

/** Reads durations such as {@code 5s} from the command line. */
public final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        try {
            return Units.parseDuration(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(
                    "'"
                            + text
                            + "' is no duration; write a number with us, ms, s, m or h, like 5s");
        }
    }
}
