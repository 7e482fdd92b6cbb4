package io.paxosstore.client;

import io.paxosstore.protocol.model.ModelLimits;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Range checks of settings: one sentence with the name, the value and the range. */
final class Checks {
    /** Longer ones are told in whole seconds. */
    private static final Duration MILLIS_SHOWN = Duration.ofDays(1);

    private Checks() {}

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
     * The milliseconds of a time that an entity's objects keep: zero, for no limit, to as long as
     * any time to live may be.
     */
    static long millis(String name, Duration value) {
        duration(name, value, Duration.ZERO, Duration.ofMillis(ModelLimits.TTL_MILLIS_MAX));
        return value.toMillis();
    }

    /** The nanoseconds of a time to wait; whoever waits longer than 292 years waits so long. */
    static long waitNanos(Duration value) {
        return TimeUnit.NANOSECONDS.convert(value);
    }

    private static String text(Duration duration) {
        boolean whole = duration.toSeconds() != 0 && duration.toMillisPart() == 0;
        return whole || duration.abs().compareTo(MILLIS_SHOWN) > 0
                ? duration.toSeconds() + " s"
                : duration.toMillis() + " ms";
    }
}
