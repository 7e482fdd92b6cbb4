package io.paxosstore.log.journal;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * The entries that are held of each entity, with their places: sorted by entry id. Most entities
 * hold one; it lies in plain columns. Not thread-safe.
 */
final class EntrySlots {
    private static final int CHOSEN_BIT = 1;
    private static final int LIST_INITIAL = 4;

    /** More than one entry of an entity, sorted; those from start to end count. */
    private static final class SortedList {
        private long[] entries = new long[LIST_INITIAL];
        private long[] locations = new long[LIST_INITIAL];
        private int start;
        private int end;

        void insert(int index, long packed, long location) {
            if (end == entries.length) {
                makeRoom();
            }
            int at = start + index;
            System.arraycopy(entries, at, entries, at + 1, end - at);
            System.arraycopy(locations, at, locations, at + 1, end - at);
            entries[at] = packed;
            locations[at] = location;
            end++;
        }

        private void makeRoom() {
            int size = end - start;
            int capacity = size > entries.length / 2 ? entries.length * 2 : entries.length;
            long[] movedEntries = new long[capacity];
            long[] movedLocations = new long[capacity];
            System.arraycopy(entries, start, movedEntries, 0, size);
            System.arraycopy(locations, start, movedLocations, 0, size);
            entries = movedEntries;
            locations = movedLocations;
            start = 0;
            end = size;
        }

        void remove(int index) {
            if (index == 0) {
                start++;
                return;
            }
            int at = start + index;
            System.arraycopy(entries, at + 1, entries, at, end - at - 1);
            System.arraycopy(locations, at + 1, locations, at, end - at - 1);
            end--;
        }
    }

    // Of an entity with one entry: entry id and chosen bit, packed; 0 when there is none.
    private long[] soloEntries = new long[0];
    private long[] soloLocations = new long[0];
    private @Nullable SortedList[] lists = new @Nullable SortedList[0];
    private long listedEntries;

    void ensureCapacity(int capacity) {
        soloEntries = Arrays.copyOf(soloEntries, capacity);
        soloLocations = Arrays.copyOf(soloLocations, capacity);
        lists = Arrays.copyOf(lists, capacity);
    }

    int size(int ref) {
        SortedList list = lists[ref];
        if (list != null) {
            return list.end - list.start;
        }
        return soloEntries[ref] == 0 ? 0 : 1;
    }

    private long packed(int ref, int index) {
        SortedList list = lists[ref];
        return list != null ? list.entries[list.start + index] : soloEntries[ref];
    }

    long entry(int ref, int index) {
        return packed(ref, index) >>> 1;
    }

    boolean isChosen(int ref, int index) {
        return (packed(ref, index) & CHOSEN_BIT) != 0;
    }

    long location(int ref, int index) {
        SortedList list = lists[ref];
        return list != null ? list.locations[list.start + index] : soloLocations[ref];
    }

    /** Where the entry is, or, as {@code -1 - index}, where it would be. */
    int indexOf(int ref, long entry) {
        int low = 0;
        int high = size(ref) - 1;
        // The newest is asked for most.
        if (high >= 0 && entry(ref, high) < entry) {
            return -2 - high;
        }
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long found = entry(ref, middle);
            if (found == entry) {
                return middle;
            }
            if (found < entry) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1 - low;
    }

    void insert(int ref, int index, long entry, boolean chosen, long location) {
        long packed = entry << 1 | (chosen ? CHOSEN_BIT : 0);
        SortedList list = lists[ref];
        if (list == null && soloEntries[ref] == 0) {
            soloEntries[ref] = packed;
            soloLocations[ref] = location;
            return;
        }
        if (list == null) {
            list = new SortedList();
            list.insert(0, soloEntries[ref], soloLocations[ref]);
            lists[ref] = list;
            soloEntries[ref] = 0;
            listedEntries++;
        }
        list.insert(index, packed, location);
        listedEntries++;
    }

    void setLocation(int ref, int index, long location) {
        SortedList list = lists[ref];
        if (list != null) {
            list.locations[list.start + index] = location;
        } else {
            soloLocations[ref] = location;
        }
    }

    void setChosen(int ref, int index) {
        SortedList list = lists[ref];
        if (list != null) {
            list.entries[list.start + index] |= CHOSEN_BIT;
        } else {
            soloEntries[ref] |= CHOSEN_BIT;
        }
    }

    void remove(int ref, int index) {
        SortedList list = lists[ref];
        if (list == null) {
            soloEntries[ref] = 0;
            return;
        }
        list.remove(index);
        listedEntries--;
        if (list.end - list.start == 1) {
            soloEntries[ref] = list.entries[list.start];
            soloLocations[ref] = list.locations[list.start];
            lists[ref] = null;
            listedEntries--;
        }
    }

    /** About how many bytes of memory the entities' entries take. */
    long memoryBytes() {
        return soloEntries.length * 20L + listedEntries * 24;
    }
}
