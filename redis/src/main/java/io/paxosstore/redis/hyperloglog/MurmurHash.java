package io.paxosstore.redis.hyperloglog;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * MurmurHash64A, a hash of 64 bits that Austin Appleby has published and given to everybody. What
 * it makes of an element must never change: registers of many elements are kept.
 */
final class MurmurHash {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long MULTIPLIER = 0xc6a4a7935bd1e995L;
    private static final int SHIFT = 47;

    private MurmurHash() {}

    static long of(byte[] bytes, long seed) {
        long hash = seed ^ (bytes.length * MULTIPLIER);
        int words = bytes.length & -Long.BYTES;
        for (int at = 0; at < words; at += Long.BYTES) {
            long word = (long) LONG.get(bytes, at);
            hash = (hash ^ (mixed(word * MULTIPLIER) * MULTIPLIER)) * MULTIPLIER;
        }
        if (words < bytes.length) {
            hash = (hash ^ rest(bytes, words)) * MULTIPLIER;
        }
        return mixed(mixed(hash) * MULTIPLIER);
    }

    /** The last one to seven bytes as a number, little endian. */
    private static long rest(byte[] bytes, int from) {
        long rest = 0;
        for (int at = bytes.length - 1; at >= from; at--) {
            rest = (rest << Byte.SIZE) | (bytes[at] & 0xff);
        }
        return rest;
    }

    private static long mixed(long hash) {
        return hash ^ (hash >>> SHIFT);
    }
}
