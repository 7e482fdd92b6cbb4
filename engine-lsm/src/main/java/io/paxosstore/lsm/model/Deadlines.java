package io.paxosstore.lsm.model;

/** When things expire: milliseconds since 1970, 0 for never. */
final class Deadlines {
    /** Never. */
    static final long NEVER = 0;

    private Deadlines() {}

    /** Whether the deadline has come: at it, a thing is gone. */
    static boolean isPast(long deadlineMillis, long nowMillis) {
        return deadlineMillis != NEVER && deadlineMillis <= nowMillis;
    }

    /** The deadline of a time to live; 0 is never. */
    static long of(long ttlMillis, long nowMillis) {
        return ttlMillis == 0 ? NEVER : nowMillis + ttlMillis;
    }
}
