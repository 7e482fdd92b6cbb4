package io.paxosstore.client;

import java.time.Duration;

/** Range checks of settings: one sentence with the name, the value and the range. */
final class Checks {
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

    private static String text(Duration duration) {
        return duration.toSeconds() != 0 && duration.toMillisPart() == 0
                ? duration.toSeconds() + " s"
                : duration.toMillis() + " ms";
    }
}
