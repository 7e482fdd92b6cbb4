package io.paxosstore.sim.exhaustive;

/**
 * A digest of 128 bits, built from longs one after the other. Two states of a run of 10^8 are
 * confused with a probability below 10^-22. Not thread-safe.
 */
final class Hash128 {
    /** A finished digest. */
    record Digest(long high, long low) {}

    private long high = 0x243f6a8885a308d3L;
    private long low = 0x13198a2e03707344L;

    Hash128 add(long value) {
        high = mix((high ^ value) * 0x9e3779b97f4a7c15L);
        low = mix(Long.rotateLeft(low, 23) + value * 0xc2b2ae3d27d4eb4fL);
        return this;
    }

    Hash128 add(byte[] bytes) {
        add(bytes.length);
        for (byte b : bytes) {
            add(b);
        }
        return this;
    }

    Digest digest() {
        return new Digest(high, low);
    }

    /** The finalizer of SplitMix64: a bijection in which each bit depends on all. */
    static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
