package io.paxosstore.log.record;

/**
 * Marks of keys that have records under way: at most one per key, the newest. A small hash map from
 * index references to entries, with linear probing. Owned by one thread.
 *
 * <p>A mark is applied when the last record of its key is durable. If a later entry was appended
 * meanwhile it comes to nothing, and rightly: that record's version says the same.
 */
public final class WaitingMarks {
    /** The reference of no key, in every index. */
    private static final int NONE = 0;

    private int[] refs = new int[64];
    private long[] entries = new long[64];
    private int size;

    /** Replaces the mark of a key. */
    public void put(int ref, long entry) {
        if (size >= refs.length / 2) {
            grow();
        }
        int at = find(ref);
        if (refs[at] == NONE) {
            refs[at] = ref;
            size++;
        }
        entries[at] = entry;
    }

    /** The mark of a key; 0 if there is none. */
    public long get(int ref) {
        if (size == 0) {
            return 0;
        }
        int at = find(ref);
        return refs[at] == NONE ? 0 : entries[at];
    }

    /** Takes out the mark of a key; 0 if there is none. */
    public long remove(int ref) {
        if (size == 0) {
            return 0;
        }
        int at = find(ref);
        if (refs[at] == NONE) {
            return 0;
        }
        long entry = entries[at];
        size--;
        // Close the gap, so that no search ends at it too early.
        int mask = refs.length - 1;
        int gap = at;
        for (int next = (gap + 1) & mask; refs[next] != NONE; next = (next + 1) & mask) {
            int home = home(refs[next]);
            if (((next - home) & mask) >= ((next - gap) & mask)) {
                refs[gap] = refs[next];
                entries[gap] = entries[next];
                gap = next;
            }
        }
        refs[gap] = NONE;
        return entry;
    }

    private int find(int ref) {
        int at = home(ref);
        while (refs[at] != NONE && refs[at] != ref) {
            at = (at + 1) & (refs.length - 1);
        }
        return at;
    }

    private int home(int ref) {
        return ((ref * 0x9e3779b9) >>> 8) & (refs.length - 1);
    }

    private void grow() {
        int[] oldRefs = refs;
        long[] oldEntries = entries;
        refs = new int[oldRefs.length * 2];
        entries = new long[refs.length];
        size = 0;
        for (int i = 0; i < oldRefs.length; i++) {
            if (oldRefs[i] != NONE) {
                put(oldRefs[i], oldEntries[i]);
            }
        }
    }
}
