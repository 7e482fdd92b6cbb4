package io.paxosstore.redis.data;

/**
 * The order in which SCAN commands go through members. It must never change: clients hold cursors
 * while nodes are replaced by those of a later version.
 */
public final class MemberHash {
    private static final long START = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    /**
     * How many bits a hash has: so few that clients that keep cursors as floating point numbers
     * lose nothing.
     */
    public static final int BITS = 48;

    private MemberHash() {}

    /** A number of 48 bits: FNV-1a of the bytes, then mixed as murmur ends. */
    public static long of(byte[] member) {
        long hash = START;
        for (byte one : member) {
            hash = (hash ^ (one & 0xff)) * PRIME;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return (hash ^ (hash >>> 33)) >>> (Long.SIZE - BITS);
    }
}
