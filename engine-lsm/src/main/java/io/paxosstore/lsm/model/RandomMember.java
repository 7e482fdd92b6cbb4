package io.paxosstore.lsm.model;

import java.util.Arrays;

/**
 * Draws a member of a set that is not empty, by walking down the trie its members' bytes form: at
 * each fork a byte between the least and the greatest there is drawn, and the next one present is
 * taken. Every member can be drawn; the cost is two seeks per fork on the way.
 */
final class RandomMember {
    private final EntityState state;
    private final long generation;
    private long seed;

    RandomMember(EntityState state, long generation, long seed) {
        this.state = state;
        this.generation = generation;
        this.seed = seed;
    }

    byte[] draw() {
        byte[] from = KeyLayout.member(generation, new byte[0]);
        byte[] to = KeyLayout.membersEnd(generation);
        while (true) {
            byte[] least = first(from, to, false);
            byte[] greatest = first(from, to, true);
            int fork = Arrays.mismatch(least, greatest);
            if (fork < 0) {
                return KeyLayout.memberOf(least);
            }
            // At the fork the least member may end; the greatest has a byte there.
            int low = fork < least.length ? least[fork] & 0xff : -1;
            int high = greatest[fork] & 0xff;
            int drawn = low + (int) Long.remainderUnsigned(nextRandom(), high - low + 1L);
            byte[] prefix = Arrays.copyOf(least, fork);
            if (drawn < 0) {
                return KeyLayout.memberOf(least);
            }
            byte[] found = first(child(prefix, drawn), to, false);
            int branch = found[fork] & 0xff;
            from = child(prefix, branch);
            to = branch == high ? KeyLayout.after(greatest) : child(prefix, branch + 1);
        }
    }

    private static byte[] child(byte[] prefix, int branch) {
        byte[] key = KeyLayout.after(prefix);
        key[prefix.length] = (byte) branch;
        return key;
    }

    private byte[] first(byte[] from, byte[] to, boolean reverse) {
        try (Cursor cursor = reverse ? state.scanReverse(from, to) : state.scan(from, to)) {
            if (!cursor.next()) {
                throw new MalformedRecordException("A set has fewer members than it counts.");
            }
            return cursor.key();
        }
    }

    /** SplitMix64. */
    private long nextRandom() {
        seed += 0x9e3779b97f4a7c15L;
        long z = (seed ^ (seed >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
