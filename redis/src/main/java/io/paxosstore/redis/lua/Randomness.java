package io.paxosstore.redis.lua;

import java.util.concurrent.ThreadLocalRandom;

/** C's {@code lrand48}: the same seed gives the same numbers as in Redis. */
final class Randomness {
    private static final long MULTIPLIER = 0x5DEECE66DL;
    private static final long MASK = (1L << 48) - 1;
    private static final long LOW = 0x330EL;

    private long state;

    /** Nobody knows which numbers come. */
    Randomness() {
        seed(ThreadLocalRandom.current().nextInt());
    }

    /** Begins anew. */
    final void seed(int seed) {
        state = ((seed & 0xffffffffL) << 16) | LOW;
    }

    /** The next number, 0 at least and less than 1. */
    double next() {
        state = (state * MULTIPLIER + 0xB) & MASK;
        long number = state >>> 17;
        return (double) (number % Integer.MAX_VALUE) / Integer.MAX_VALUE;
    }
}
