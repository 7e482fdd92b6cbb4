package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import java.util.Arrays;

/**
 * Draws a member of a set or sorted set that is not empty, by walking down the trie its members'
 * bytes form: at each fork one of the branches is drawn. Every member can be drawn, those on paths
 * with fewer branches more often; the cost is a few seeks per fork on the way.
 */
final class RandomMember {
    /** Most draws at a fork; then the next branch after the last draw is taken. */
    private static final int ATTEMPTS_MAX = 64;

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
            byte[] prefix = Arrays.copyOf(least, fork);
            int branch = branch(prefix, low, high, to);
            if (branch < 0) {
                return KeyLayout.memberOf(least);
            }
            from = child(prefix, branch);
            to = branch == high ? KeyLayout.after(greatest) : child(prefix, branch + 1);
        }
    }

    /** Draws until a branch is hit that is there, so that all branches of a fork are alike. */
    private int branch(byte[] prefix, int low, int high, byte[] to) {
        int branch = low;
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            int drawn = low + (int) Long.remainderUnsigned(nextRandom(), high - low + 1L);
            if (drawn == low || drawn == high) {
                return drawn;
            }
            branch = first(child(prefix, drawn), to, false)[prefix.length] & 0xff;
            if (branch == drawn) {
                return branch;
            }
        }
        return branch;
    }

    private static byte[] child(byte[] prefix, int branch) {
        byte[] key = KeyLayout.after(prefix);
        key[prefix.length] = (byte) branch;
        return key;
    }

    private byte[] first(byte[] from, byte[] to, boolean reverse) {
        try (RecordCursor cursor = reverse ? state.scanReverse(from, to) : state.scan(from, to)) {
            if (!cursor.next()) {
                throw new MalformedBytesException("A set has fewer members than it counts.");
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
