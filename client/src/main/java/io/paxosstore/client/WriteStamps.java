package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

/**
 * Issues the stamps of one client's writes and knows the settled floor (Rule E2).
 *
 * <p>A stamp is the clock: seconds in the upper 32 bits, their fraction in the lower ones, raised
 * by one where that would not be above the stamp before. Where servers have seen later clocks of
 * other clients, this one is ahead by as much from then on: it goes on with theirs, and does not
 * fall behind again. Stamps are issued in growing order, so the outstanding ones form a list that
 * is sorted by itself; everything below its oldest one is settled: finished for good, or never
 * issued and never to be. Invariant: the list holds the outstanding stamps in ascending order. Not
 * thread-safe.
 */
final class WriteStamps {
    private static final long MILLIS_PER_SECOND = 1000;

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

    /** What is added to the clock. */
    private long ahead;

    private @Nullable Stamp oldest;
    private @Nullable Stamp newest;

    /** Issues a stamp above all earlier ones; the clock is in milliseconds since 1970. */
    Stamp issue(long clockMillis) {
        long value = ofClock(clockMillis) + ahead;
        if (Long.compareUnsigned(value, last) <= 0) {
            value = last + 1;
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

    private static long ofClock(long clockMillis) {
        long seconds = clockMillis / MILLIS_PER_SECOND;
        long fraction = ((clockMillis % MILLIS_PER_SECOND) << 32) / MILLIS_PER_SECOND;
        return seconds << 32 | fraction;
    }

    /** Makes all later stamps greater than this one, however the clock stands. */
    void raiseAbove(long stamp, long clockMillis) {
        long clock = ofClock(clockMillis);
        if (Long.compareUnsigned(stamp, clock + ahead) > 0) {
            ahead = stamp - clock;
        }
        if (Long.compareUnsigned(stamp, last) > 0) {
            last = stamp;
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
