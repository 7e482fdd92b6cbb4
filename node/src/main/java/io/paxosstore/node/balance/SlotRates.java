package io.paxosstore.node.balance;

import io.paxosstore.protocol.key.Slots;

import java.util.function.IntToLongFunction;

/**
 * Rates of what is counted by slot, decayed: what happened {@link #MEAN_NANOS} ago counts 1/e of
 * what happens now. Soon after the start they are the mean since then. Thread-safe.
 */
final class SlotRates {
    /** Five minutes: long enough for noise, short enough for a change of load. */
    static final long MEAN_NANOS = 300_000_000_000L;

    private static final double NANOS_PER_SECOND = 1e9;

    private final IntToLongFunction counts;
    private final long[] last = new long[Slots.COUNT];

    /** By slot, the decayed sum of rates; divided by the weight of all samples it is the rate. */
    private final double[] sums = new double[Slots.COUNT];

    private double weight;
    private long lastNanos;

    /**
     * @param counts by slot, which only grow
     */
    SlotRates(IntToLongFunction counts, long nowNanos) {
        this.counts = counts;
        this.lastNanos = nowNanos;
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            last[slot] = counts.applyAsLong(slot);
        }
    }

    /** Takes a sample; to be called every few seconds. */
    synchronized void sample(long nowNanos) {
        long nanos = nowNanos - lastNanos;
        if (nanos <= 0) {
            return;
        }
        double kept = Math.exp(-(double) nanos / MEAN_NANOS);
        double perSecond = NANOS_PER_SECOND / nanos;
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            long count = counts.applyAsLong(slot);
            double rate = (count - last[slot]) * perSecond;
            sums[slot] = sums[slot] * kept + rate * (1 - kept);
            last[slot] = count;
        }
        weight = weight * kept + (1 - kept);
        lastNanos = nowNanos;
    }

    /** By slot, per second; all 0 before the first sample. */
    synchronized double[] perSecond() {
        double[] rates = new double[Slots.COUNT];
        for (int slot = 0; slot < Slots.COUNT && weight > 0; slot++) {
            rates[slot] = sums[slot] / weight;
        }
        return rates;
    }
}
