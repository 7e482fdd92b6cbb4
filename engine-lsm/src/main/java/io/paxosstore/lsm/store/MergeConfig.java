package io.paxosstore.lsm.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * When delta tables are merged into their main tables (PaxosStore, section 2.3). A table is due
 * when it has both enough delta records and enough of them for its size; or when it has any and
 * {@code after} has passed.
 *
 * @param rowsMin least delta records, from 1 (default 64): smaller tables are read as fast without
 * @param ratio least part of the table's rows that the delta records are, 0.001 to 1 (default 0.1):
 *     a merge writes every block anew that a delta record falls into
 * @param after how long delta records may stay, 1 s to 30 days (default 1 h)
 * @param stepBytes bytes that one step reads and writes, about, 16 KiB to 64 MiB (default 64 KiB):
 *     nobody waits longer for a merge than it takes to write so much into memory
 * @param sharePercent how much of one core merges may take while few tables are due, 1 to 100
 *     (default 10), see {@link MergePace}
 */
public record MergeConfig(
        int rowsMin, double ratio, Duration after, int stepBytes, int sharePercent) {
    private static final double RATIO_MIN = 0.001;
    private static final int STEP_BYTES_MIN = 16 * 1024;
    private static final int STEP_BYTES_MAX = 64 * 1024 * 1024;
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(30);

    /** The defaults; they need the bounds above. */
    public static final MergeConfig DEFAULT =
            new MergeConfig(64, 0.1, Duration.ofHours(1), 64 * 1024, 10);

    /**
     * Settings.
     *
     * @throws IllegalArgumentException if any is out of range; the message names all of them
     */
    public MergeConfig {
        List<String> problems = new ArrayList<>();
        if (rowsMin < 1) {
            problems.add("rowsMin is " + rowsMin + "; use at least 1");
        }
        if (!(ratio >= RATIO_MIN && ratio <= 1)) {
            problems.add("ratio is " + ratio + "; use " + RATIO_MIN + " to 1");
        }
        if (after.compareTo(SHORTEST) < 0 || after.compareTo(LONGEST) > 0) {
            problems.add("after is " + after + "; use " + SHORTEST + " to " + LONGEST);
        }
        if (stepBytes < STEP_BYTES_MIN || stepBytes > STEP_BYTES_MAX) {
            problems.add(
                    "stepBytes is "
                            + stepBytes
                            + "; use "
                            + STEP_BYTES_MIN
                            + " to "
                            + STEP_BYTES_MAX);
        }
        if (sharePercent < 1 || sharePercent > MergePace.WHOLE) {
            problems.add("sharePercent is " + sharePercent + "; use 1 to " + MergePace.WHOLE);
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems) + ".");
        }
    }

    /** Whether so many delta records of a table of so many rows are enough. */
    boolean isDue(long deltas, long rows) {
        return deltas >= rowsMin && deltas >= ratio * rows;
    }
}
