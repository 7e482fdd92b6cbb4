package io.paxosstore.sim;

/**
 * A node's clocks: a monotonic one that starts anywhere and runs a little fast or slow, and a wall
 * clock that is off and jumps besides. Not thread-safe.
 */
final class SimClock {
    /** The wall clock's true time at virtual time 0: some day in 2026. */
    static final long EPOCH_MILLIS = 1_790_000_000_000L;

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final long startNanos;
    private final double rate;
    private long wallOffsetMillis;

    /**
     * @param startNanos what the monotonic clock shows at virtual time 0
     * @param rate how fast it runs; 1 is right
     * @param wallOffsetMillis how far ahead the wall clock is
     */
    SimClock(long startNanos, double rate, long wallOffsetMillis) {
        this.startNanos = startNanos;
        this.rate = rate;
        this.wallOffsetMillis = wallOffsetMillis;
    }

    /** The monotonic clock at a virtual time. */
    long monotonicNanos(long virtualNanos) {
        return startNanos + (long) (virtualNanos * rate);
    }

    /** The virtual time at which the monotonic clock shows at least this. */
    long virtualNanos(long monotonicNanos) {
        if (monotonicNanos == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        return (long) Math.ceil((monotonicNanos - startNanos) / rate) + 1;
    }

    /** The wall clock, milliseconds since 1970. */
    long wallMillis(long virtualNanos) {
        return EPOCH_MILLIS + (long) (virtualNanos * rate) / NANOS_PER_MILLI + wallOffsetMillis;
    }

    /** Sets the wall clock, as a time service or a person does. */
    void setWallOffsetMillis(long offsetMillis) {
        wallOffsetMillis = offsetMillis;
    }
}
