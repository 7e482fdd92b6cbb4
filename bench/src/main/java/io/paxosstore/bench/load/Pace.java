package io.paxosstore.bench.load;

/**
 * When a client begins its operations: as soon as it can, or when the next of all clients'
 * operations is due ({@link Arrivals}). In the second case an operation that begins late, because
 * all clients were waiting for answers, counts from when it should have begun, so that a stall is
 * seen by all who would have met it (no coordinated omission). Not thread-safe.
 */
final class Pace {
    private final Arrivals arrivals;
    private long dueNanos;
    private boolean taken;

    Pace(Arrivals arrivals) {
        this.arrivals = arrivals;
    }

    /** How long the client has to wait with its next operation; 0 if it need not. */
    long leftNanos(long nowNanos) {
        if (arrivals.areUnpaced()) {
            return 0;
        }
        return Math.max(0, dueNanos() - nowNanos);
    }

    private long dueNanos() {
        if (!taken) {
            dueNanos = arrivals.take();
            taken = true;
        }
        return dueNanos;
    }

    /** An operation begins now; returns the time from which it counts. */
    long begin(long nowNanos) {
        if (arrivals.areUnpaced()) {
            return nowNanos;
        }
        long due = dueNanos();
        taken = false;
        return due;
    }
}
