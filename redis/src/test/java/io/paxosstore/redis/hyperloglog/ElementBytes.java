package io.paxosstore.redis.hyperloglog;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Elements that fall on a given register with a given rank: the hash, calculated backwards. */
public final class ElementBytes {
    private static final long MULTIPLIER = 0xc6a4a7935bd1e995L;
    private static final long INVERSE = inverse();
    private static final long START = start(Long.BYTES);
    private static final int RANK_MAX = 51;

    private ElementBytes() {}

    /** What the hash of so many bytes begins with. */
    private static long start(int bytes) {
        return 0xadc83b19L ^ (bytes * MULTIPLIER);
    }

    /**
     * Eight bytes.
     *
     * @param register 0 to 16383
     * @param rank 1 to 51
     * @param rest chooses one of the elements for which this is so
     */
    public static byte[] of(int register, int rank, long rest) {
        long high = rank == RANK_MAX ? 0 : (1L << (rank - 1)) | (rest << rank);
        long mixed = unmixed(unmixed((high << 14) | register) * INVERSE);
        long word = unmixed(((mixed * INVERSE) ^ START) * INVERSE) * INVERSE;
        return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(word).array();
    }

    /** The step is its own inverse, since it shifts by more than half of the bits. */
    private static long unmixed(long hash) {
        return hash ^ hash >>> 47;
    }

    /** By Newton: each step doubles the bits that are right. */
    private static long inverse() {
        long inverse = MULTIPLIER;
        for (int bits = 3; bits < Long.SIZE; bits *= 2) {
            inverse *= 2 - MULTIPLIER * inverse;
        }
        return inverse;
    }
}
