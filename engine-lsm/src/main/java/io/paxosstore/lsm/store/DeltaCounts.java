package io.paxosstore.lsm.store;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;

/**
 * How many delta records tables have got since the start, or since their last merge, as far as that
 * is known: those that were not written for the longest time are forgotten when there are too many,
 * and wait for the merge by age. Thread-safe.
 */
final class DeltaCounts {
    /** Most tables that are counted, about 100 bytes each. */
    static final int TABLES_MAX = 131_072;

    private static final float LOAD = 0.75f;

    private final MergeConfig config;
    private final SequencedSet<MergeTarget> due = new LinkedHashSet<>();
    private final Map<MergeTarget, Long> counts = new Counts();

    DeltaCounts(MergeConfig config) {
        this.config = config;
    }

    /** The tables written last are at the end. */
    private static final class Counts extends LinkedHashMap<MergeTarget, Long> {
        private static final long serialVersionUID = 1L;

        Counts() {
            super(16, LOAD, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<MergeTarget, Long> eldest) {
            return size() > TABLES_MAX;
        }
    }

    /** A table got delta records. */
    synchronized void added(MergeTarget table, long deltas, long rows) {
        long count = counts.merge(table, deltas, Long::sum);
        if (config.isDue(count, rows) && due.size() < TABLES_MAX) {
            due.add(table);
        }
    }

    /** The table that is due for the longest time; null if none is. */
    synchronized @Nullable MergeTarget next() {
        return due.isEmpty() ? null : due.getFirst();
    }

    /** A table's delta records so far are merged, or it is not to be merged any more. */
    synchronized void done(MergeTarget table) {
        due.remove(table);
        counts.remove(table);
    }

    /** How many tables are due. */
    synchronized int dueCount() {
        return due.size();
    }
}
