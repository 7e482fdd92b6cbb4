package io.paxosstore.node.repair;

/**
 * Keeps what nobody waits for to a share of the time: after a piece of work there is a rest as many
 * times as long as it took. What takes long because others compute takes longer rests with it, so
 * that a share of a busy machine is a share of what the machine can do. Not thread-safe.
 */
final class Pace {
    /** A piece that waited for something else is not rested for as if it had worked. */
    static final long REST_MAX_NANOS = 10_000_000_000L;

    private static final int WHOLE_PERCENT = 100;

    private final int sharePercent;
    private boolean isWorking;
    private long begunNanos;
    private long restUntilNanos = Long.MIN_VALUE;

    /**
     * @param sharePercent from 1; 100 for no rest
     */
    Pace(int sharePercent) {
        this.sharePercent = sharePercent;
    }

    /** A piece of work begins. */
    void begins(long nowNanos) {
        isWorking = true;
        begunNanos = nowNanos;
    }

    /** What has begun is over; if nothing has, nothing happens. */
    void ends(long nowNanos) {
        if (isWorking) {
            isWorking = false;
            long workedNanos = nowNanos - begunNanos;
            long restNanos = workedNanos * (WHOLE_PERCENT - sharePercent) / sharePercent;
            restUntilNanos = nowNanos + Math.min(restNanos, REST_MAX_NANOS);
        }
    }

    /** Whether the next piece is to wait. */
    boolean isResting(long nowNanos) {
        return nowNanos < restUntilNanos;
    }
}
