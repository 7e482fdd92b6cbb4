package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.redis.data.MemberHash;
import io.paxosstore.redis.data.ScanOptions;
import io.paxosstore.redis.resp.RedisError;

/**
 * The order in which SCAN goes through keys: by the places of their slots, and within a slot by a
 * hash of theirs. A position is a number that is the greater the later it comes. A cursor is how
 * clients are told of one: the place in its lowest bits, the hash above them, so that it is small
 * where a slot begins. It must never change: clients hold cursors while nodes are replaced by those
 * of a later version.
 */
final class ScanCursor {
    /** The end of all keys. */
    static final long END = beginOf(Slots.COUNT);

    private static final int PLACE_BITS = 14;

    /** A cursor has 46 bits then, 14 digits: so many are kept by Lua, and wherever it is a real. */
    private static final int HASH_BITS = 32;

    private static final long LIMIT = 1L << (PLACE_BITS + HASH_BITS);

    private ScanCursor() {}

    /** Where a key is. */
    static long positionOf(EntityKey entity, byte[] key) {
        long hash = MemberHash.of(key) >>> (MemberHash.BITS - HASH_BITS);
        return beginOf(Slots.place(entity.slot())) + hash;
    }

    /** Where a slot begins. */
    static long beginOf(int place) {
        return (long) place << HASH_BITS;
    }

    /** The place of the slot that a position is in. */
    static int place(long position) {
        return (int) (position >>> HASH_BITS);
    }

    /**
     * The position that a client's cursor tells.
     *
     * @throws RedisError if it is none
     */
    static long position(byte[] word) {
        long cursor = ScanOptions.cursor(word);
        if (cursor < 0 || cursor >= LIMIT) {
            throw new RedisError("ERR invalid cursor");
        }
        return beginOf((int) (cursor & Slots.COUNT - 1)) + (cursor >>> PLACE_BITS);
    }

    /** The cursor for a position; 0 for {@link #END}, as for the begin. */
    static String cursor(long position) {
        if (position >= END) {
            return "0";
        }
        long hash = position & (1L << HASH_BITS) - 1;
        return Long.toString(hash << PLACE_BITS | place(position));
    }
}
