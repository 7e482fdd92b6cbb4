package io.paxosstore.node.host;

/**
 * The stamps of the writes that a node makes by itself, as one of the clients of its shard (Rule
 * E2): its clock in whole seconds, above what entities have told to be forgotten. Not thread-safe.
 */
public final class OwnStamps {
    private static final int SECOND_SHIFT = 32;
    private static final long MILLIS_PER_SECOND = 1000;

    private long last;

    /** A stamp above all earlier ones. */
    public long next(long wallMillis) {
        long clock = (wallMillis / MILLIS_PER_SECOND) << SECOND_SHIFT;
        last = Long.compareUnsigned(clock, last) > 0 ? clock : last + 1;
        return last;
    }

    /** The last one; 0 before the first. */
    public long last() {
        return last;
    }

    /** An entity takes stamps above this one only, however the clock stands. */
    public void raiseAbove(long stamp) {
        if (Long.compareUnsigned(stamp, last) > 0) {
            last = stamp;
        }
    }
}
