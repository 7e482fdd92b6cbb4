package io.paxosstore.sim.exhaustive;

import java.util.Arrays;

/** A list of ints. Not thread-safe. */
final class IntList {
    private int[] items = new int[64];
    private int size;

    void clear() {
        size = 0;
    }

    void add(int item) {
        if (size == items.length) {
            items = Arrays.copyOf(items, 2 * size);
        }
        items[size++] = item;
    }

    int size() {
        return size;
    }

    int get(int index) {
        return items[index];
    }

    int[] toArray() {
        return Arrays.copyOf(items, size);
    }
}
