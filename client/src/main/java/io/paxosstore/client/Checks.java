package io.paxosstore.client;

import io.paxosstore.protocol.model.ModelLimits;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Range checks of settings: one sentence with the name, the value and the range. */
final class Checks {
    private static final Duration MILLI = Duration.ofMillis(1);

    /** Longer ones are told in whole seconds. */
    private static final Duration MILLIS_SHOWN = Duration.ofDays(1);

    private Checks() {}

    /**
     * A duration from the least to the most.
     *
     * @throws IllegalArgumentException if it is another
     */
    static void duration(String name, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new IllegalArgumentException(
                    "The %s is %s; use %s to %s."
                            .formatted(name, text(value), text(min), text(max)));
        }
    }

    static void range(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    "The %s is %d; use %d to %d.".formatted(name, value, min, max));
        }
    }

    /**
     * A limit of rows.
     *
     * @throws IllegalArgumentException if it is negative
     */
    static long rows(long limit) {
        if (limit < 0) {
            throw new IllegalArgumentException(
                    "The limit of rows is " + limit + "; use 0 for all, or more.");
        }
        return limit;
    }

    /**
     * The milliseconds of a time that an entity's objects keep: zero, for no limit, or from one
     * millisecond to as long as any time to live may be.
     *
     * @throws IllegalArgumentException if it is another; a positive one below a millisecond, too,
     *     as it must not come to mean no limit
     */
    static long millis(String name, Duration value) {
        Duration max = Duration.ofMillis(ModelLimits.TTL_MILLIS_MAX);
        boolean isLimit = value.compareTo(MILLI) >= 0 && value.compareTo(max) <= 0;
        if (!isLimit && !value.isZero()) {
            throw new IllegalArgumentException(
                    "The %s is %s; use %s to %s, or 0 for no limit."
                            .formatted(name, text(value), text(MILLI), text(max)));
        }
        return value.toMillis();
    }

    /** The nanoseconds of a time to wait; whoever waits longer than 292 years waits so long. */
    static long waitNanos(Duration value) {
        return TimeUnit.NANOSECONDS.convert(value);
    }

    private static String text(Duration duration) {
        if (duration.compareTo(Duration.ZERO) > 0 && duration.compareTo(MILLI) < 0) {
            return duration.toNanos() + " ns";
        }
        boolean whole = duration.toSeconds() != 0 && duration.toMillisPart() == 0;
        return whole || duration.abs().compareTo(MILLIS_SHOWN) > 0
                ? duration.toSeconds() + " s"
                : duration.toMillis() + " ms";
    }
}
