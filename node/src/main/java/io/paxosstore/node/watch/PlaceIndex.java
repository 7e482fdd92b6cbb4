package io.paxosstore.node.watch;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * Finds places by the hash of what lies there: open addressing in an array of numbers, which leaves
 * nothing to the collector of garbage. Not thread-safe.
 */
final class PlaceIndex {
    private static final int SIZE_MIN = 64;

    /** The hash of what lies at a place. */
    private final IntToLongFunction hashes;

    /** A place + 1; 0 where there is none. A power of two, at least half of it empty. */
    private int[] slots = new int[SIZE_MIN];

    private int count;

    PlaceIndex(IntToLongFunction hashes) {
        this.hashes = hashes;
    }

    int count() {
        return count;
    }

    /** The place with this hash that is meant; -1 if there is none. */
    int find(long hash, IntPredicate isMeant) {
        for (int slot = home(hash); slots[slot] != 0; slot = next(slot)) {
            int place = slots[slot] - 1;
            if (hashes.applyAsLong(place) == hash && isMeant.test(place)) {
                return place;
            }
        }
        return -1;
    }

    /** Something lies at a place now. */
    void add(int place) {
        if (2 * (count + 1) > slots.length) {
            int[] before = slots;
            slots = new int[2 * before.length];
            for (int one : before) {
                if (one != 0) {
                    put(one - 1);
                }
            }
        }
        put(place);
        count++;
    }

    private void put(int place) {
        int slot = home(hashes.applyAsLong(place));
        while (slots[slot] != 0) {
            slot = next(slot);
        }
        slots[slot] = place + 1;
    }

    /** Everything lies elsewhere now. */
    void reset(int[] places) {
        Arrays.fill(slots, 0);
        count = 0;
        for (int place : places) {
            add(place);
        }
    }

    /** What lies at a place is about to go. */
    void remove(int place) {
        int hole = home(hashes.applyAsLong(place));
        while (slots[hole] != place + 1) {
            hole = next(hole);
        }
        // Those behind it move up, but for the ones that would come before their home.
        for (int slot = next(hole); slots[slot] != 0; slot = next(slot)) {
            int home = home(hashes.applyAsLong(slots[slot] - 1));
            int fromHome = slot - home & slots.length - 1;
            int fromHole = slot - hole & slots.length - 1;
            if (fromHome >= fromHole) {
                slots[hole] = slots[slot];
                hole = slot;
            }
        }
        slots[hole] = 0;
        count--;
    }

    private int home(long hash) {
        return (int) (hash ^ hash >>> 32) & slots.length - 1;
    }

    private int next(int slot) {
        return slot + 1 & slots.length - 1;
    }
}
