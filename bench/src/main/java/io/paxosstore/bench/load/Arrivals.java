package io.paxosstore.bench.load;

import io.paxosstore.core.RandomSource;

import java.util.concurrent.TimeUnit;

/**
 * When operations are due, whatever the answers take: with exponential gaps, as those of many
 * independent users. All clients of a load draw from the same arrivals: were each to have its own,
 * it would be a queue of its own, and the waiting in it would be measured in place of the store.
 * Thread-safe.
 */
final class Arrivals {
    private final double meanGapNanos;
    private final RandomSource random;

    // Guarded by this.
    private long nextNanos;

    private Arrivals(double meanGapNanos, RandomSource random, long nowNanos) {
        this.meanGapNanos = meanGapNanos;
        this.random = random;
        this.nextNanos = nowNanos;
    }

    /** The arrivals of a plan, from now on. */
    static Arrivals of(LoadPlan plan, RandomSource random, long nowNanos) {
        double second = TimeUnit.SECONDS.toNanos(1);
        double meanGap = plan.perSecond() == LoadPlan.UNPACED ? 0 : second / plan.perSecond();
        return new Arrivals(meanGap, random, nowNanos);
    }

    /** Whether operations begin as soon as there is a client for them. */
    boolean areUnpaced() {
        return meanGapNanos == 0;
    }

    /** When the next operation is due that nobody has taken yet; who asks takes it. */
    synchronized long take() {
        double uniform = (random.nextLong() >>> 11) * 0x1.0p-53;
        nextNanos += (long) (-Math.log1p(-uniform) * meanGapNanos);
        return nextNanos;
    }
}
