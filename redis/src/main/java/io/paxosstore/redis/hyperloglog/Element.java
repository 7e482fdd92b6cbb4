package io.paxosstore.redis.hyperloglog;

/**
 * What a HyperLogLog sees of an element, by its hash: the lowest 14 bits choose a register, and the
 * rank is the place of the lowest 1 of the other 50 bits.
 *
 * @param register 0 to 16383
 * @param rank 1 to 51; the greatest where all 50 bits are 0
 */
record Element(int register, int rank) {
    private static final int REGISTER_BITS = 14;
    private static final int RANK_BITS = Long.SIZE - REGISTER_BITS;
    private static final long SEED = 0xadc83b19L;

    /** The greatest rank of an element. */
    static final int RANK_MAX = RANK_BITS + 1;

    static Element of(byte[] bytes) {
        long hash = MurmurHash.of(bytes, SEED);
        long end = 1L << RANK_BITS;
        return new Element(
                (int) hash & (Registers.COUNT - 1),
                1 + Long.numberOfTrailingZeros((hash >>> REGISTER_BITS) | end));
    }
}
