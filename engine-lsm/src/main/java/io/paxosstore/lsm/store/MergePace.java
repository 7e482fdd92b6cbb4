package io.paxosstore.lsm.store;

/**
 * How long merges work, and how long they pause then, so that they do not take the cores from those
 * who wait for an answer. The more tables are due the shorter it gets: merges are late rather than
 * in the way, but they are not left behind. Immutable.
 *
 * @param sharePercent how much of one core they take while few tables are due
 */
public record MergePace(int sharePercent) {
    /** All of it. */
    static final int WHOLE = 100;

    /** With so many tables due the share is twice as large, with twice as many three times. */
    static final int BACKLOG = 1000;

    /**
     * Steps follow each other for so long: when all cores are busy, every time that merges wake up
     * somebody waits for them, however short they work.
     */
    public static final long BURST_NANOS = 2_000_000;

    /**
     * How long to pause.
     *
     * @param stepNanos how long the steps took
     * @param due how many tables are due
     */
    public long pauseNanos(long stepNanos, int due) {
        double share = Math.min(WHOLE, sharePercent * (1 + due / (double) BACKLOG));
        return (long) (stepNanos * (WHOLE / share - 1));
    }
}
