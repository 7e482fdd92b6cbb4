package io.paxosstore.bitcask;

/**
 * A set of references of a {@link Keydir}: open addressing, linear probing, at most half full. Not
 * thread-safe.
 */
final class RefSet {
    private static final int CAPACITY_INITIAL = 16;

    /** Spreads references, which are neighbours as a rule. */
    private static final int SPREAD = 0x9e3779b9;

    private int[] table = new int[CAPACITY_INITIAL];
    private int size;

    int size() {
        return size;
    }

    boolean contains(int ref) {
        return ref != Keydir.NONE && table[placeOf(ref)] == ref;
    }

    void add(int ref) {
        int place = placeOf(ref);
        if (table[place] == ref) {
            return;
        }
        table[place] = ref;
        size++;
        if (size > table.length / 2) {
            grow();
        }
    }

    /** Those behind it move up, so that no search ends before it has found them. */
    void remove(int ref) {
        int gap = placeOf(ref);
        if (table[gap] != ref) {
            return;
        }
        size--;
        int mask = table.length - 1;
        for (int at = (gap + 1) & mask; table[at] != Keydir.NONE; at = (at + 1) & mask) {
            int distance = (at - home(table[at])) & mask;
            if (distance >= ((at - gap) & mask)) {
                table[gap] = table[at];
                gap = at;
            }
        }
        table[gap] = Keydir.NONE;
    }

    private void grow() {
        int[] old = table;
        table = new int[old.length * 2];
        for (int ref : old) {
            if (ref != Keydir.NONE) {
                table[placeOf(ref)] = ref;
            }
        }
    }

    /** Where a reference is, or would be. */
    private int placeOf(int ref) {
        int mask = table.length - 1;
        int place = home(ref);
        while (table[place] != Keydir.NONE && table[place] != ref) {
            place = (place + 1) & mask;
        }
        return place;
    }

    private int home(int ref) {
        return (ref * SPREAD) >>> Integer.numberOfLeadingZeros(table.length - 1);
    }
}
