package io.paxosstore.client;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Waits that double up to a cap, minus a random part of up to a half, so that clients spread. */
final class Backoff {
    /** A wait may be this part of the time that something has been tried for, */
    private static final int TRIED_PART = 8;

    /** but no longer than this: what is over is to be noticed. */
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(5);

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
        return nanos(failures, 0);
    }

    /**
     * The wait after so many failures, 1 at least, of what has been tried for so long: whoever has
     * waited for a minute does not ask five times a second any more.
     */
    long nanos(int failures, long triedNanos) {
        long most = Math.max(maxNanos, Math.min(triedNanos / TRIED_PART, LONG_NANOS));
        int doublings = Math.min(failures - 1, 30);
        long wait = minNanos;
        for (int i = 0; i < doublings && wait < most; i++) {
            wait *= 2;
        }
        wait = Math.min(wait, most);
        return wait - random.nextLong(wait / 2 + 1);
    }
}
