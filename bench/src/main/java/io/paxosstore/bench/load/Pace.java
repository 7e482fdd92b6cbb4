package io.paxosstore.bench.load;

import io.paxosstore.core.RandomSource;

import java.util.concurrent.TimeUnit;

/**
 * When a client begins its operations: as soon as it can, or at times that do not depend on how
 * long earlier ones took (exponential gaps, as of many independent users). In the second case an
 * operation that begins late, because the one before it was not answered yet, counts from when it
 * should have begun, so that a stall is seen by all who would have met it (no coordinated
 * omission). Not thread-safe.
 */
final class Pace {
    private final double meanGapNanos;
    private final RandomSource random;
    private long nextNanos;

    private Pace(double meanGapNanos, RandomSource random, long nowNanos) {
        this.meanGapNanos = meanGapNanos;
        this.random = random;
        this.nextNanos = nowNanos + gap();
    }

    /** The pace of one of a plan's clients, from now on. */
    static Pace of(LoadPlan plan, RandomSource random, long nowNanos) {
        double second = TimeUnit.SECONDS.toNanos(1);
        double meanGap =
                plan.perSecond() == LoadPlan.UNPACED
                        ? 0
                        : second * plan.clients() / plan.perSecond();
        return new Pace(meanGap, random, nowNanos);
    }

    private long gap() {
        double uniform = (random.nextLong() >>> 11) * 0x1.0p-53;
        return (long) (-Math.log1p(-uniform) * meanGapNanos);
    }

    /** How long the client has to wait with its next operation; 0 if it need not. */
    long leftNanos(long nowNanos) {
        return meanGapNanos == 0 ? 0 : Math.max(0, nextNanos - nowNanos);
    }

    /** An operation begins now; returns the time from which it counts. */
    long begin(long nowNanos) {
        if (meanGapNanos == 0) {
            return nowNanos;
        }
        long began = nextNanos;
        nextNanos += gap();
        return began;
    }
}
