package io.paxosstore.sim.exhaustive;

import java.util.Arrays;

/** A hash table from non-negative longs to ints, open addressing. Not thread-safe. */
final class LongIntMap {
    /** Says that a key is not there. */
    static final int ABSENT = Integer.MIN_VALUE;

    private static final long EMPTY = -1;

    private long[] keys = new long[1 << 12];
    private int[] values = new int[1 << 12];
    private int size;

    LongIntMap() {
        Arrays.fill(keys, EMPTY);
    }

    int size() {
        return size;
    }

    int get(long key) {
        int slot = slot(keys, key);
        return keys[slot] == EMPTY ? ABSENT : values[slot];
    }

    void put(long key, int value) {
        if (size * 2 > keys.length) {
            grow();
        }
        int slot = slot(keys, key);
        if (keys[slot] == EMPTY) {
            keys[slot] = key;
            size++;
        }
        values[slot] = value;
    }

    private static int slot(long[] keys, long key) {
        int mask = keys.length - 1;
        int slot = (int) Hash128.mix(key) & mask;
        while (keys[slot] != EMPTY && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        keys = new long[2 * oldKeys.length];
        values = new int[keys.length];
        Arrays.fill(keys, EMPTY);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != EMPTY) {
                int slot = slot(keys, oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
