package io.paxosstore.core;

/**
 * A seeded stream of random numbers (SplitMix64); the only randomness the core knows. Not
 * thread-safe.
 */
public final class RandomSource {
    private long state;

    public RandomSource(long seed) {
        this.state = seed;
    }

    public long nextLong() {
        state += 0x9e3779b97f4a7c15L;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** A number from 0 (inclusive) to {@code bound} (exclusive); {@code bound} is positive. */
    public long nextLong(long bound) {
        return Long.remainderUnsigned(nextLong(), bound);
    }

    /** A number from 0 (inclusive) to {@code bound} (exclusive); {@code bound} is positive. */
    public int nextInt(int bound) {
        return (int) nextLong(bound);
    }

    /** True with the given probability, from 0.0 to 1.0. */
    public boolean chance(double probability) {
        return (nextLong() >>> 11) * 0x1.0p-53 < probability;
    }

    /** An independent stream, seeded from this one. */
    public RandomSource fork() {
        return new RandomSource(nextLong());
    }
}
