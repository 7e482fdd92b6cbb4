package io.paxosstore.lsm.entity;

import java.time.Duration;

/**
 * How chosen entries become part of the data where nobody is expected to ask for it (Rule C5).
 *
 * @param entries of one entity that are applied together, 1 to 1000; 1 for each at once
 * @param age after which they are applied even if there are less, 1 ms to 10 s
 */
public record ApplyBatching(int entries, Duration age) {
    private static final int ENTRIES_MAX = 1000;
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** Each entry at once. */
    public static final ApplyBatching OFF = new ApplyBatching(1, Duration.ofMillis(100));

    /**
     * Checks both.
     *
     * @throws IllegalArgumentException naming what is out of range
     */
    public ApplyBatching {
        if (entries < 1 || entries > ENTRIES_MAX) {
            throw new IllegalArgumentException(
                    "applyBatching.entries must be from 1 to " + ENTRIES_MAX + ", not " + entries);
        }
        if (age.compareTo(Duration.ofMillis(1)) < 0 || age.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "applyBatching.age must be from 1 ms to " + LONGEST + ", not " + age);
        }
    }

    boolean isOn() {
        return entries > 1;
    }
}
