package io.paxosstore.cli.progress;

/**
 * How far something is.
 *
 * @param what is done, as in "moving slots"
 * @param done how much of it, from 0
 * @param total how much there is; {@link #UNKNOWN} if nobody knows
 * @param perSecond how much is done in a second; 0 before that can be said
 * @param leftMillis how long the rest takes; {@link #UNKNOWN} if nobody knows
 */
public record Progress(String what, long done, long total, double perSecond, long leftMillis) {
    /** What stands for a number that nobody knows. */
    public static final long UNKNOWN = -1;

    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    /**
     * Of something that goes on as fast as it went so far.
     *
     * @param total may be {@link #UNKNOWN}
     * @param spentNanos since its begin
     */
    public static Progress measured(String what, long done, long total, long spentNanos) {
        double perSecond = spentNanos <= 0 ? 0 : done * NANOS / spentNanos;
        boolean isForeseen = total >= done && perSecond > 0;
        long left = isForeseen ? Math.round((total - done) / perSecond * MILLIS) : UNKNOWN;
        return new Progress(what, done, total, perSecond, left);
    }

    /**
     * Of something of which others say how long it still takes.
     *
     * @param leftMillis may be {@link #UNKNOWN}
     */
    public static Progress told(String what, long done, long total, long leftMillis) {
        return new Progress(what, done, total, 0, leftMillis);
    }
}
