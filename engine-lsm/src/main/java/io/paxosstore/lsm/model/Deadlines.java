package io.paxosstore.lsm.model;

/** When things expire: milliseconds since 1970, 0 for never. */
final class Deadlines {
    /** Never. */
    static final long NEVER = 0;

    /** One less than the greatest number: the end of a range up to it can still be told. */
    private static final long LAST = Long.MAX_VALUE - 1;

    private Deadlines() {}

    /** Whether the deadline has come: at it, a thing is gone. */
    static boolean isPast(long deadlineMillis, long nowMillis) {
        return deadlineMillis != NEVER && deadlineMillis <= nowMillis;
    }

    /** The deadline of a time to live; 0 is never. Beyond all clocks is as good as the last one. */
    static long of(long ttlMillis, long nowMillis) {
        return ttlMillis == 0 ? NEVER : after(nowMillis, ttlMillis);
    }

    /** The moment so much later; the last one there is if that is none. */
    static long after(long momentMillis, long spanMillis) {
        long later = momentMillis + spanMillis;
        return later < momentMillis || later > LAST ? LAST : later;
    }
}
