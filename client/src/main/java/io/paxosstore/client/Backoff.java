package io.paxosstore.client;

import java.util.SplittableRandom;

/** Waits that double up to a cap, minus a random part of up to a half, so that clients spread. */
final class Backoff {
    private final long minNanos;
    private final long maxNanos;
    private final SplittableRandom random;

    Backoff(long minNanos, long maxNanos, SplittableRandom random) {
        this.minNanos = minNanos;
        this.maxNanos = maxNanos;
        this.random = random;
    }

    /** The wait after so many failures, 1 at least. */
    long nanos(int failures) {
        int doublings = Math.min(failures - 1, 30);
        long wait = minNanos;
        for (int i = 0; i < doublings && wait < maxNanos; i++) {
            wait *= 2;
        }
        wait = Math.min(wait, maxNanos);
        return wait - random.nextLong(wait / 2 + 1);
    }
}
