package io.paxosstore.node.host;

import java.util.concurrent.atomic.AtomicLongArray;

/** A histogram with fixed bounds; one writer, any number of readers, no locks. */
public final class LatencyBuckets {
    private static final long[] BOUNDS_MICROS = {
        50, 75, 100, 150, 200, 300, 400, 500, 750, 1000, 1500, 2000, 3000, 4000, 5000, 7500, 10_000,
        15_000, 20_000, 30_000, 50_000, 75_000, 100_000, 200_000, 500_000, 1_000_000, 5_000_000
    };
    private static final int SUM = BOUNDS_MICROS.length + 1;

    private final AtomicLongArray cells = new AtomicLongArray(BOUNDS_MICROS.length + 2);

    /** Counts one duration; by the one writer only. */
    public void record(long nanos) {
        long micros = nanos / 1000;
        int low = 0;
        int high = BOUNDS_MICROS.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (micros <= BOUNDS_MICROS[middle]) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        cells.setOpaque(low, cells.getPlain(low) + 1);
        cells.setOpaque(SUM, cells.getPlain(SUM) + nanos);
    }

    /** How many buckets there are; the last one has no upper bound. */
    public static int bucketCount() {
        return BOUNDS_MICROS.length + 1;
    }

    /** The upper bound of a bucket in seconds, inclusive. */
    public static double boundSeconds(int bucket) {
        return bucket == BOUNDS_MICROS.length
                ? Double.POSITIVE_INFINITY
                : BOUNDS_MICROS[bucket] / 1e6;
    }

    /** How many durations fell into a bucket. */
    public long count(int bucket) {
        return cells.getOpaque(bucket);
    }

    /** All durations together. */
    public double sumSeconds() {
        return cells.getOpaque(SUM) / 1e9;
    }
}
