package io.paxosstore.bench.process;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Arrays;

/**
 * What a {@link StartupTraining} does, in order. It tells another process of each that it begins,
 * by a line of its standard output.
 */
enum TrainingStep {
    STARTING("a cluster starts", 5),
    ENTITIES("entities", 11),
    KEYS("keys", 9),
    LOST_DISK("a node loses its disk", 8),
    KEEPING("keeping what was learned", 6);

    private static final String LINE = "training step: ";

    private final String title;
    private final Duration usual;

    TrainingStep(String title, int usualSeconds) {
        this.title = title;
        this.usual = Duration.ofSeconds(usualSeconds);
    }

    String title() {
        return title;
    }

    /** About how long it takes where two processors do nothing else. */
    Duration usual() {
        return usual;
    }

    /** Tells of its begin. */
    void begin() {
        System.out.println(LINE + name());
        System.out.flush();
    }

    /** The step that a line of output tells of; null for any other line. */
    static @Nullable TrainingStep of(String line) {
        return Arrays.stream(values())
                .filter(step -> line.equals(LINE + step.name()))
                .findFirst()
                .orElse(null);
    }
}
