package io.paxosstore.bench.load;

import org.HdrHistogram.Histogram;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What one client saw inside the window. Each client has its own, so that recording shares nothing;
 * they are merged at the end. Not thread-safe.
 */
public final class ClientRecorder {
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final long SLOT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Window window;
    private final Map<OperationKind, Histogram> latencyNanos = new EnumMap<>(OperationKind.class);
    private final BitSet slotsWithSuccess = new BitSet();
    private long definiteErrors;
    private long unknownErrors;

    /** A recorder for operations that complete inside the window. */
    public ClientRecorder(Window window) {
        this.window = window;
        for (OperationKind kind : OperationKind.values()) {
            latencyNanos.put(kind, new Histogram(SIGNIFICANT_DIGITS));
        }
    }

    /** An operation was answered. */
    public void success(OperationKind kind, long startNanos, long endNanos) {
        if (window.contains(endNanos)) {
            histogram(kind).recordValue(endNanos - startNanos);
            slotsWithSuccess.set((int) ((endNanos - window.startNanos()) / SLOT_NANOS));
        }
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
            unknownErrors++;
        } else {
            definiteErrors++;
        }
    }

    /** Adds what another client saw in the same window. */
    public void add(ClientRecorder other) {
        for (OperationKind kind : OperationKind.values()) {
            histogram(kind).add(other.histogram(kind));
        }
        slotsWithSuccess.or(other.slotsWithSuccess);
        definiteErrors += other.definiteErrors;
        unknownErrors += other.unknownErrors;
    }

    /** Latencies in nanoseconds of the operations that succeeded. */
    public Histogram histogram(OperationKind kind) {
        Histogram histogram = latencyNanos.get(kind);
        if (histogram == null) {
            throw new IllegalStateException("no histogram for " + kind);
        }
        return histogram;
    }

    /** Operations that failed and took no effect. */
    public long definiteErrors() {
        return definiteErrors;
    }

    /** Operations that may or may not have taken effect. */
    public long unknownErrors() {
        return unknownErrors;
    }

    /** The longest time inside the window in which nothing succeeded, to a millisecond. */
    public long longestGapMillis() {
        int slots = (int) (window.lengthNanos() / SLOT_NANOS);
        int longest = 0;
        int at = 0;
        while (at < slots) {
            int next = slotsWithSuccess.nextSetBit(at);
            int end = next < 0 ? slots : next;
            longest = Math.max(longest, end - at);
            at = end + 1;
        }
        return longest;
    }
}
