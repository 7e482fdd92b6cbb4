package io.paxosstore.node.host;

import java.util.concurrent.TimeUnit;

/**
 * How long large requests rest between one another: not at all while all others are quick; when
 * those become slow, longer after each, so many times as long as the last one took; shorter again
 * when they are quick again. What is at its limit, processors or disk or network, need not be
 * known. On the shard's loop only.
 */
final class GiveWay {
    /** The longest rest, in times of what the request before it took. */
    static final double TIMES_MAX = 8;

    /** The longest rest whatever the request before it took: it may have been stuck for seconds. */
    static final long REST_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(500);

    private static final double TIMES_UP = 0.5;
    private static final double TIMES_DOWN = 0.125;

    /** One of so many of the latest requests is how much each counts in the mean. */
    private static final int MEAN_OF = 16;

    /** What was so long ago says nothing of now. */
    private static final long STALE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** When no other came for so long, there is nobody to give way to. */
    private static final long ALONE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final long slowNanos;
    private long meanNanos;
    private long heardNanos;
    private double times;
    private long restEndNanos;
    private boolean rests;

    /**
     * @param slowNanos others that take longer than this on average are slow
     */
    GiveWay(long slowNanos) {
        this.slowNanos = slowNanos;
    }

    /** A request that is not large has its outcome. */
    void other(long latencyNanos, long nowNanos) {
        if (nowNanos - heardNanos > STALE_NANOS) {
            meanNanos = 0;
        }
        meanNanos += (latencyNanos - meanNanos) / MEAN_OF;
        heardNanos = nowNanos;
    }

    /** A large request has its outcome, so long after it began. */
    void ended(long tookNanos, long nowNanos) {
        if (nowNanos - heardNanos > ALONE_NANOS) {
            times = 0;
        }
        boolean slow = meanNanos > slowNanos && nowNanos - heardNanos <= STALE_NANOS;
        times = slow ? Math.min(TIMES_MAX, times + TIMES_UP) : Math.max(0, times - TIMES_DOWN);
        rests = times > 0;
        restEndNanos = nowNanos + Math.min(REST_NANOS_MAX, (long) (times * tookNanos));
    }

    /** Whether the next may begin. */
    boolean isOver(long nowNanos) {
        return leftNanos(nowNanos) == 0;
    }

    /** How much of the rest is left. */
    long leftNanos(long nowNanos) {
        rests = rests && restEndNanos - nowNanos > 0;
        return rests ? restEndNanos - nowNanos : 0;
    }
}
