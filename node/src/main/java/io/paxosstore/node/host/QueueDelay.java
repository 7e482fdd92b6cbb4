package io.paxosstore.node.host;

import java.util.concurrent.TimeUnit;

/**
 * Says when more client requests wait than a shard gets done within a delay, so that those it takes
 * are answered in time and the rest is refused at once: load must not turn into an avalanche. Not
 * thread-safe.
 *
 * <p>Little's law: requests that wait = requests done per second x seconds each waits. The rate is
 * the best of the last windows, so that a pause of the disk or of the garbage collector refuses
 * nothing. A bound by count alone is either too small for a fast machine or seconds long on a slow
 * one. As long as most requests are answered within the delay nothing is refused: a burst may be as
 * large as the other limits allow.
 */
final class QueueDelay {
    /** How long completions are counted before the verdict is drawn anew. */
    static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How many windows the best rate is taken from. */
    static final int WINDOWS = 16;

    /** So few may always wait: a machine that has just started is slow, not overloaded. */
    static final int WAITING_MIN = 128;

    private final long delayNanos;
    private final int[] done = new int[WINDOWS];
    private int current;
    private int slow;
    private long windowEndNanos;
    private boolean started;
    private boolean late;
    private boolean refused;
    private long waitingMax;

    /**
     * @param delayNanos how long most requests may wait
     */
    QueueDelay(long delayNanos) {
        this.delayNanos = delayNanos;
    }

    /** A client's request has been answered, so long after it was taken in. */
    void onDone(long nowNanos, long latencyNanos) {
        roll(nowNanos);
        done[current]++;
        slow += latencyNanos > delayNanos ? 1 : 0;
    }

    /** Whether one more request than those that wait would wait too long. */
    boolean isExceeded(long nowNanos, int waiting) {
        roll(nowNanos);
        boolean exceeded = late && waiting >= waitingMax;
        refused |= exceeded;
        return exceeded;
    }

    private void roll(long nowNanos) {
        if (!started) {
            started = true;
            windowEndNanos = nowNanos + WINDOW_NANOS;
        }
        long overNanos = nowNanos - windowEndNanos;
        if (overNanos < 0) {
            return;
        }
        if (done[current] > 0) {
            // While it still refuses, the rest is quick only for that reason.
            late = 2L * slow > done[current] || (late && refused);
        }
        if (overNanos > WINDOWS * WINDOW_NANOS) {
            late = false; // nobody asked for so long: what was then says nothing of now
        }
        slow = 0;
        refused = false;
        long best = 0;
        for (int count : done) {
            best = Math.max(best, count);
        }
        late &= best > 0;
        waitingMax = Math.max(WAITING_MIN, best * delayNanos / WINDOW_NANOS);
        current = (current + 1) % WINDOWS;
        done[current] = 0;
        windowEndNanos = nowNanos + WINDOW_NANOS;
    }
}
