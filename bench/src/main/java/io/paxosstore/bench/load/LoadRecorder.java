package io.paxosstore.bench.load;

import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the clients saw inside the window. All that it will ever need is allocated before the load
 * begins, and shared: a recorder of each client's own would grow when the window opens, and the
 * generator would measure its own garbage collector. Thread-safe.
 */
public final class LoadRecorder {
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final long SLOT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** What takes longer is recorded as this. */
    private static final long NANOS_MAX = TimeUnit.MINUTES.toNanos(10);

    private final Window window;
    private final Map<OperationKind, Histogram> latencyNanos = new EnumMap<>(OperationKind.class);
    private final Histogram lateNanos = new AtomicHistogram(NANOS_MAX, SIGNIFICANT_DIGITS);
    private final AtomicLongArray slotsWithSuccess;
    private final LongAdder definiteErrors = new LongAdder();
    private final LongAdder unknownErrors = new LongAdder();

    /** A recorder for operations that complete inside the window. */
    public LoadRecorder(Window window) {
        this.window = window;
        for (OperationKind kind : OperationKind.values()) {
            latencyNanos.put(kind, new AtomicHistogram(NANOS_MAX, SIGNIFICANT_DIGITS));
        }
        this.slotsWithSuccess = new AtomicLongArray(slots() / Long.SIZE + 1);
    }

    /**
     * A client that was free begins an operation.
     *
     * @param dueNanos when it was to begin
     */
    public void woken(long dueNanos, long nowNanos) {
        if (window.contains(nowNanos)) {
            lateNanos.recordValue(Math.min(nowNanos - dueNanos, NANOS_MAX));
        }
    }

    /** An operation was answered. */
    public void success(OperationKind kind, long startNanos, long endNanos) {
        if (window.contains(endNanos)) {
            histogram(kind).recordValue(Math.min(endNanos - startNanos, NANOS_MAX));
            int slot = (int) ((endNanos - window.startNanos()) / SLOT_NANOS);
            if (!isSet(slot)) {
                slotsWithSuccess.getAndAccumulate(
                        slot / Long.SIZE, 1L << slot, (bits, bit) -> bits | bit);
            }
        }
    }

    private int slots() {
        return (int) (window.lengthNanos() / SLOT_NANOS);
    }

    private boolean isSet(int slot) {
        return (slotsWithSuccess.get(slot / Long.SIZE) & 1L << slot) != 0;
    }

    /**
     * An operation failed.
     *
     * @param unknown whether it may have taken effect all the same
     */
    public void failure(boolean unknown, long endNanos) {
        if (!window.contains(endNanos)) {
            return;
        }
        if (unknown) {
            unknownErrors.increment();
        } else {
            definiteErrors.increment();
        }
    }

    /** Latencies in nanoseconds of the operations that succeeded. */
    public Histogram histogram(OperationKind kind) {
        Histogram histogram = latencyNanos.get(kind);
        if (histogram == null) {
            throw new IllegalStateException("no histogram for " + kind);
        }
        return histogram;
    }

    /**
     * How late operations began though their client was free, in nanoseconds: this program was not
     * given a processor in time. It is part of their latency.
     */
    public Histogram lateNanos() {
        return lateNanos;
    }

    /** Operations that failed and took no effect. */
    public long definiteErrors() {
        return definiteErrors.sum();
    }

    /** Operations that may or may not have taken effect. */
    public long unknownErrors() {
        return unknownErrors.sum();
    }

    /** The longest time inside the window in which nothing succeeded, to a millisecond. */
    public long longestGapMillis() {
        int longest = 0;
        int gap = 0;
        for (int slot = 0; slot < slots(); slot++) {
            gap = isSet(slot) ? 0 : gap + 1;
            longest = Math.max(longest, gap);
        }
        return longest;
    }
}
