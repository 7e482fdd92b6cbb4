package io.paxosstore.protocol.key;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Names an entity, the unit of consensus: one key of one space. Immutable; the key bytes are not
 * copied and must not be changed by the caller afterwards.
 */
public final class EntityKey {
    /** The number of the space that the cluster keeps for itself. */
    public static final int SYSTEM_SPACE = 0;

    private final int space;
    private final byte[] key;
    private final long hash;

    /**
     * The slot and 1; 0 until somebody asks. Two threads may both find it out, which does no harm:
     * it is the same, and written at once.
     */
    private int slotFound;

    public EntityKey(int space, byte[] key) {
        this.space = space;
        this.key = key;
        this.hash = hash(space, key);
    }

    /** The space's number; {@link #SYSTEM_SPACE} is the cluster's own. */
    public int space() {
        return space;
    }

    /** The key's bytes, not a copy. */
    public byte[] key() {
        return key;
    }

    /**
     * For the tables of whoever holds entities. It says nothing of where they are placed: that is
     * the slot's, so that keys of one slot, or of one shard, differ in all bits of their hashes.
     */
    public long hash() {
        return hash;
    }

    /** The slot: who votes, and in which order requests prefer them (see {@link Slots}). */
    public int slot() {
        int found = slotFound;
        if (found == 0) {
            found = (space == SYSTEM_SPACE ? Slots.SYSTEM : Slots.of(key)) + 1;
            slotFound = found;
        }
        return found - 1;
    }

    /** Whether it is one of a space whose bytes begin so. */
    public boolean isOf(int itsSpace, byte[] prefix) {
        return space == itsSpace
                && key.length >= prefix.length
                && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    /** The shard that owns this entity, the same in every layer: its slot's. */
    public int shard(int shardCount) {
        return Slots.shard(slot(), shardCount);
    }

    /**
     * FNV-1a over space (four bytes, big-endian) and key, then the 64-bit finalizer of SplitMix.
     */
    private static long hash(int space, byte[] key) {
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
