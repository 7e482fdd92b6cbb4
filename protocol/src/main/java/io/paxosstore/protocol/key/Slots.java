package io.paxosstore.protocol.key;

import java.util.Arrays;

/**
 * The slots: what entities are gathered in to be placed and moved. The function from a name to its
 * slot is Redis Cluster's, so that clients and tools for it agree with this one. Fixed for ever,
 * equal in clients and servers of every version.
 */
public final class Slots {
    /** How many slots there are; they are numbered from 0. */
    public static final int COUNT = 16_384;

    /**
     * The slot of the system space's entities, one beyond the others, so that the topology does not
     * depend on the pages that it is made of.
     */
    public static final int SYSTEM = COUNT;

    /** How many slots there are, the system's among them. */
    public static final int ALL = COUNT + 1;

    private static final int COUNT_BITS = 14;

    /** The slot of the name "catalog". */
    private static final int CATALOG = 9113;

    /** COUNT divided by the golden ratio, and odd. */
    private static final int SPREAD = 10_125;

    /** With SPREAD it makes 1, modulo COUNT. */
    private static final int SPREAD_INVERSE = 13_125;

    private Slots() {}

    /**
     * The slot of an entity: that of its name, or {@link #SYSTEM}. Beyond that the space does not
     * count, so that names with one hash tag have the same voters in all spaces.
     */
    public static int of(EntityKey key) {
        return key.slot();
    }

    /**
     * The slot of a name: the CRC-16 of its hash tag, modulo {@link #COUNT}. The hash tag is what
     * stands between the first opening brace and the first closing brace after it; a name without
     * such braces, or with nothing between them, counts as a whole.
     *
     * @return 0 to {@code COUNT - 1}
     */
    public static int of(byte[] name) {
        int open = indexOf('{', name, 0);
        int close = closeOfTag(name, open);
        return (close < 0 ? Crc16.of(name, 0, name.length) : Crc16.of(name, open + 1, close))
                % COUNT;
    }

    /** What the slot of a name goes by: its hash tag, or the name itself where it has none. */
    public static byte[] tag(byte[] name) {
        int open = indexOf('{', name, 0);
        int close = closeOfTag(name, open);
        return close < 0 ? name : Arrays.copyOfRange(name, open + 1, close);
    }

    /** Whether a name has a hash tag: then all names that begin with it have its slot. */
    public static boolean isTagged(byte[] name) {
        return closeOfTag(name, indexOf('{', name, 0)) >= 0;
    }

    /** Where the hash tag ends that begins behind the first opening brace; -1 if there is none. */
    private static int closeOfTag(byte[] name, int open) {
        int close = open < 0 ? -1 : indexOf('}', name, open + 1);
        return close > open + 1 ? close : -1;
    }

    /**
     * Which slot's shard a slot has, and which slot's order of voters before the first change: its
     * own; the system's those of the catalog of spaces, which was in that slot before there was a
     * system slot.
     *
     * @param slot 0 to {@link #SYSTEM}
     */
    public static int likeSlot(int slot) {
        return slot == SYSTEM ? CATALOG : slot;
    }

    /**
     * The shard of a node that owns a slot's entities. The same on all nodes: a connection between
     * two of them belongs to a shard.
     *
     * <p>Multiplicative hashing by the golden ratio (D. Knuth, The Art of Computer Programming,
     * volume 3, section 6.4): shards own the same number of slots, give or take one; any run of
     * neighbouring slots is spread over all of them, and so are the slots that have one order of
     * preference ({@code FirstVoters}). The slot modulo the number of shards would not do that: of
     * three nodes with three shards, each would be preferred in one of its shards alone.
     *
     * @param slot 0 to {@link #SYSTEM}
     * @param shardCount at least 1
     * @return 0 to {@code shardCount - 1}
     */
    public static int shard(int slot, int shardCount) {
        return (place(likeSlot(slot)) * shardCount) >>> COUNT_BITS;
    }

    /**
     * Where a slot stands in the order in which shards divide the slots: the first shard has the
     * first places, and so on.
     *
     * @param slot 0 to {@code COUNT - 1}
     * @return 0 to {@code COUNT - 1}, another one of each slot
     */
    public static int place(int slot) {
        return slot * SPREAD & COUNT - 1;
    }

    /**
     * The slot that has a place: the inverse of {@link #place}.
     *
     * @param place 0 to {@code COUNT - 1}
     */
    public static int atPlace(int place) {
        return place * SPREAD_INVERSE & COUNT - 1;
    }

    private static int indexOf(char wanted, byte[] name, int from) {
        for (int i = from; i < name.length; i++) {
            if (name[i] == wanted) {
                return i;
            }
        }
        return -1;
    }
}
