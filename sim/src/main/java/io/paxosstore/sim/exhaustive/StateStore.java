package io.paxosstore.sim.exhaustive;

import java.util.Arrays;

/**
 * The global states in the order they were found, each with the state it was first reached from:
 * set, queue of the breadth-first search and back pointers in one, 16 to 24 bytes a state. Not
 * thread-safe.
 */
final class StateStore {
    /** Says that a state was known. */
    static final int KNOWN = -1;

    private static final int CHUNK_BITS = 20;
    private static final int CHUNK = 1 << CHUNK_BITS;

    private long[][] keys = new long[16][];
    private int[][] parents = new int[16][];
    private int[] slots = new int[1 << 16];
    private int size;

    StateStore() {
        Arrays.fill(slots, -1);
    }

    int size() {
        return size;
    }

    long key(int index) {
        return keys[index >>> CHUNK_BITS][index & (CHUNK - 1)];
    }

    int parent(int index) {
        return parents[index >>> CHUNK_BITS][index & (CHUNK - 1)];
    }

    /** Adds a state; its index, or {@link #KNOWN}. */
    int add(long key, int parent) {
        if ((long) size * 3 > (long) slots.length * 2) {
            grow();
        }
        int mask = slots.length - 1;
        int slot = (int) Hash128.mix(key) & mask;
        while (slots[slot] >= 0) {
            if (key(slots[slot]) == key) {
                return KNOWN;
            }
            slot = (slot + 1) & mask;
        }
        int chunk = size >>> CHUNK_BITS;
        if (chunk == keys.length) {
            keys = Arrays.copyOf(keys, 2 * chunk);
            parents = Arrays.copyOf(parents, 2 * chunk);
        }
        if ((size & (CHUNK - 1)) == 0) {
            keys[chunk] = new long[CHUNK];
            parents[chunk] = new int[CHUNK];
        }
        keys[chunk][size & (CHUNK - 1)] = key;
        parents[chunk][size & (CHUNK - 1)] = parent;
        slots[slot] = size;
        return size++;
    }

    private void grow() {
        int[] larger = new int[2 * slots.length];
        Arrays.fill(larger, -1);
        int mask = larger.length - 1;
        for (int index = 0; index < size; index++) {
            int slot = (int) Hash128.mix(key(index)) & mask;
            while (larger[slot] >= 0) {
                slot = (slot + 1) & mask;
            }
            larger[slot] = index;
        }
        slots = larger;
    }
}
