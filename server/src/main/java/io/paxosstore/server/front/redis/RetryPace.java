package io.paxosstore.server.front.redis;

/**
 * When a connection asks the node again for what was refused because that had too much to do, and
 * for how much at once. With refusals it is less and later, with answers more and sooner again, as
 * the congestion window of TCP has it. On the connection's loop only.
 */
final class RetryPace {
    /** Most calls that are asked for again at once, and so many in any case. */
    static final int AT_ONCE_MAX = 1024;

    static final int AT_ONCE_MIN = 16;

    /** The shortest and the longest pause before. */
    static final long PAUSE_NANOS_MIN = 4_000_000;

    static final long PAUSE_NANOS_MAX = 64_000_000;

    private int atOnce = AT_ONCE_MAX;
    private long pauseNanos = PAUSE_NANOS_MIN;
    private boolean isNarrowed;

    /** How many are asked for again. */
    int atOnce() {
        return atOnce;
    }

    /** How long to wait before. */
    long pauseNanos() {
        return pauseNanos;
    }

    /** A call was refused; many of one moment are one sign. */
    void refused() {
        if (!isNarrowed) {
            isNarrowed = true;
            atOnce = Math.max(AT_ONCE_MIN, atOnce / 2);
        }
    }

    /** A call was answered that had been refused before: there is room again. */
    void answered() {
        atOnce = Math.min(AT_ONCE_MAX, atOnce + 1);
        pauseNanos = PAUSE_NANOS_MIN;
    }

    /** The pause is over. If nothing comes of it the next one is longer. */
    void paused() {
        isNarrowed = false;
        pauseNanos = Math.min(PAUSE_NANOS_MAX, 2 * pauseNanos);
    }
}
