package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

/**
 * Issues the stamps of one client's writes and knows the settled floor (Rule E2).
 *
 * <p>A stamp is the clock in seconds, never falling, in the upper 32 bits and a sequence in the
 * lower ones. Stamps are issued in growing order, so the outstanding ones form a list that is
 * sorted by itself; everything below its oldest one is settled: finished for good, or never issued
 * and never to be. Invariant: the list holds the outstanding stamps in ascending order. Not
 * thread-safe.
 */
final class WriteStamps {
    private static final long SEQUENCE_MASK = 0xffff_ffffL;

    /** The stamp of one outstanding write. */
    static final class Stamp {
        private final long value;
        private @Nullable Stamp older;
        private @Nullable Stamp newer;

        private Stamp(long value) {
            this.value = value;
        }

        long value() {
            return value;
        }
    }

    private long last;
    private @Nullable Stamp oldest;
    private @Nullable Stamp newest;

    /** Issues a stamp above all earlier ones. */
    Stamp issue(long clockSeconds) {
        long seconds = Math.max(clockSeconds, last >>> 32);
        long sequence = ((last & SEQUENCE_MASK) + 1) & SEQUENCE_MASK;
        long value = seconds << 32 | sequence;
        if (value <= last) {
            value += 1L << 32; // the sequence began anew within a second
        }
        last = value;
        Stamp stamp = new Stamp(value);
        stamp.older = newest;
        if (newest == null) {
            oldest = stamp;
        } else {
            newest.newer = stamp;
        }
        newest = stamp;
        return stamp;
    }

    /** Makes all later stamps carry at least this clock, however the real one stands. */
    void raiseClock(long clockSeconds) {
        if (clockSeconds > last >>> 32) {
            last = clockSeconds << 32 | (last & SEQUENCE_MASK);
        }
    }

    /** The write of this outstanding stamp is finished: it will never be sent again. */
    void settle(Stamp stamp) {
        Stamp older = stamp.older;
        Stamp newer = stamp.newer;
        if (older == null) {
            oldest = newer;
        } else {
            older.newer = newer;
        }
        if (newer == null) {
            newest = older;
        } else {
            newer.older = older;
        }
        stamp.older = null;
        stamp.newer = null;
    }

    /** The stamp at and below which no write is outstanding or will ever be sent. */
    long settledFloor() {
        return oldest == null ? last : oldest.value - 1;
    }
}
