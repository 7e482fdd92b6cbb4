package io.paxosstore.protocol.key;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Names an entity, the unit of consensus: one key of one space. Immutable; the key bytes are not
 * copied and must not be changed by the caller afterwards.
 */
public final class EntityKey {
    private final int space;
    private final byte[] key;
    private final long hash;

    public EntityKey(int space, byte[] key) {
        this.space = space;
        this.key = key;
        this.hash = hash(space, key);
    }

    /** The space's number; 0 is the system space. */
    public int space() {
        return space;
    }

    /** The key's bytes, not a copy. */
    public byte[] key() {
        return key;
    }

    /** The placement hash: fixed for ever, equal in clients and servers of every version. */
    public long hash() {
        return hash;
    }

    /**
     * The shard that owns this entity, the same in every layer: the upper 32 bits of its hash,
     * scaled to the number of shards. The lower bits are left for the tables inside a shard.
     */
    public int shard(int shardCount) {
        return (int) (((hash >>> 32) * shardCount) >>> 32);
    }

    /**
     * The placement hash of a key: FNV-1a over space (four bytes, big-endian) and key, then the
     * 64-bit finalizer of SplitMix. Part of the wire contract: clients route by it.
     */
    public static long hash(int space, byte[] key) {
        long h = 0xcbf29ce484222325L;
        for (int shift = 24; shift >= 0; shift -= 8) {
            h = (h ^ ((space >>> shift) & 0xff)) * 0x100000001b3L;
        }
        for (byte b : key) {
            h = (h ^ (b & 0xff)) * 0x100000001b3L;
        }
        h = (h ^ (h >>> 30)) * 0xbf58476d1ce4e5b9L;
        h = (h ^ (h >>> 27)) * 0x94d049bb133111ebL;
        return h ^ (h >>> 31);
    }

    /**
     * Where in the ascending list of all node ids a key's preference order starts; the order is
     * that list, rotated to begin there. Part of the wire contract: clients route by it.
     *
     * @param nodeCount how many nodes there are, at least 1
     * @return an index from 0 to {@code nodeCount - 1}
     */
    public static int preferredIndex(long hash, int nodeCount) {
        return (int) Long.remainderUnsigned(hash, nodeCount);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EntityKey that
                && hash == that.hash
                && space == that.space
                && Arrays.equals(key, that.key);
    }

    @Override
    public int hashCode() {
        return (int) hash;
    }

    @Override
    public String toString() {
        return space + "/" + new String(key, StandardCharsets.UTF_8);
    }
}
