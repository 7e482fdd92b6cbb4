package io.paxosstore.node.scan;

import io.paxosstore.protocol.key.EntityKey;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Which keys of a slot a node holds, and in which version each: a sum, so that it can be made in
 * any order and in parts, and keys can be taken out of it. A key that is shown twice makes it
 * another one. Two that are equal are of the same keys and versions, but for one case in 2^64: each
 * question has a seed of its own, so that nobody finds keys beforehand that are taken for others.
 *
 * @param count how many keys
 * @param sum of their numbers
 */
public record SlotDigest(long count, long sum) {
    /** Of no keys. */
    static final SlotDigest NONE = new SlotDigest(0, 0);

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long FACTOR = 0x9e3779b97f4a7c15L;

    SlotDigest plus(SlotDigest other) {
        return new SlotDigest(count + other.count, sum + other.sum);
    }

    SlotDigest without(SlotDigest other) {
        return new SlotDigest(count - other.count, sum - other.sum);
    }

    /** Of one key. */
    static SlotDigest of(long seed, EntityKey key, long version) {
        return new SlotDigest(1, number(seed, key, version));
    }

    /** The number of a key. */
    static long number(long seed, EntityKey key, long version) {
        byte[] name = key.key();
        long hash = mix(seed + name.length * FACTOR + key.space());
        int at = 0;
        for (; at + Long.BYTES <= name.length; at += Long.BYTES) {
            hash = mix(hash ^ (long) LONG.get(name, at));
        }
        long rest = 0;
        for (; at < name.length; at++) {
            rest = rest << Byte.SIZE | (name[at] & 0xff);
        }
        return mix(mix(hash ^ rest) ^ version * FACTOR);
    }

    /** The finalizer of SplitMix: all bits of the result depend on all of the argument. */
    static long mix(long number) {
        long h = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
        h = (h ^ (h >>> 27)) * 0x94d049bb133111ebL;
        return h ^ (h >>> 31);
    }
}
