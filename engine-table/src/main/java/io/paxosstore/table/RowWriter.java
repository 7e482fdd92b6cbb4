package io.paxosstore.table;

import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ModelLimits;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes rows with all that belongs to them: deadline, indexes, counts. What it writes is right
 * whatever a replica has merged: the delta record holds the whole row, and nothing is said of the
 * main table. Not thread-safe.
 */
final class RowWriter {
    /** Bytes of a changed record besides those of the table's own key and value, about. */
    static final int RECORD_BYTES = 24;

    private final String name;
    private final TableStore store;
    private TableCounts counts;
    private boolean changed;

    RowWriter(String name, TableStore store, TableCounts counts) {
        this.name = name;
        this.store = store;
        this.counts = counts;
    }

    TableCounts counts() {
        return counts;
    }

    /** Whether anything was written. */
    boolean isChanged() {
        return changed;
    }

    /** Something else of the table was written. */
    void changed() {
        changed = true;
    }

    /** The key of a row with these values. */
    byte[] key(TableDefinition table, @Nullable Object[] values) {
        byte[] key = RowKeys.of(table, values);
        check("ROW_KEY_BYTES_MAX", key.length, ModelLimits.ROW_KEY_BYTES_MAX);
        return key;
    }

    private static void check(String limit, long actual, long allowed) {
        if (actual > allowed) {
            throw new TableFailureException(new Failure.LimitExceeded(limit, actual, allowed));
        }
    }

    /**
     * Writes a row.
     *
     * @param before the row of the same key, expired or not; null if there is none
     */
    void put(TableDefinition table, @Nullable StoredRow before, DeltaRecord row) {
        byte[] key = row.key();
        for (TableDefinition.Index index : table.indexes()) {
            byte[] entry = RowKeys.indexed(table, index, row, key);
            byte[] entryBefore = before == null ? null : RowKeys.indexed(table, index, before, key);
            if (!Arrays.equals(entry, entryBefore)) {
                if (entryBefore != null && isThere(entryBefore)) {
                    store.delete(Region.INDEX, entryBefore);
                }
                checkEntry(entry);
                store.put(Region.INDEX, entry, new byte[0]);
            }
        }
        long deadline = row.deadlineMillis();
        long deadlineBefore = before == null ? 0 : before.deadlineMillis();
        if (deadline != deadlineBefore) {
            forgetDeadline(deadlineBefore, key);
            if (deadline != 0) {
                store.put(
                        Region.DEADLINES,
                        RowKeys.deadline(deadline, key),
                        name.getBytes(StandardCharsets.UTF_8));
            }
        }
        byte[] record = row.encode();
        check("ELEMENT_BYTES_MAX", record.length, ModelLimits.ELEMENT_BYTES_MAX);
        store.put(Region.DELTA, key, record);
        counts = counts.plus(before == null ? 1 : 0, one(deadline) - one(deadlineBefore));
        changedRow();
    }

    /** Whether an index may have an entry of a row that there is. */
    private boolean isThere(byte[] entry) {
        // An index that is still being built has none that is too long.
        return isShort(entry) || store.get(Region.INDEX, entry) != null;
    }

    /** Whether an index takes an entry. */
    static boolean isShort(byte[] entry) {
        return entry.length <= ModelLimits.INDEX_ENTRY_BYTES_MAX;
    }

    /**
     * Refuses an entry that no index takes.
     *
     * @throws TableFailureException if it is too long
     */
    static void checkEntry(byte[] entry) {
        check("INDEX_ENTRY_BYTES_MAX", entry.length, ModelLimits.INDEX_ENTRY_BYTES_MAX);
    }

    /**
     * What removes a row.
     *
     * @param entries those of all indexes
     */
    record Removal(StoredRow row, List<byte[]> entries) {
        /** About the bytes of the changes. */
        long bytes() {
            long records = 2L + entries.size();
            long bytes = records * RECORD_BYTES + 2L * row.key().length;
            for (byte[] entry : entries) {
                bytes += entry.length;
            }
            return bytes;
        }
    }

    /** What removes a row that is there, expired or not. */
    Removal removal(TableDefinition table, StoredRow row) {
        List<byte[]> entries = new ArrayList<>();
        for (TableDefinition.Index index : table.indexes()) {
            byte[] entry = RowKeys.indexed(table, index, row, row.key());
            if (isThere(entry)) {
                entries.add(entry);
            }
        }
        return new Removal(row, entries);
    }

    /** Removes a row. */
    void remove(Removal removal) {
        StoredRow row = removal.row();
        byte[] key = row.key();
        for (byte[] entry : removal.entries()) {
            store.delete(Region.INDEX, entry);
        }
        forgetDeadline(row.deadlineMillis(), key);
        store.put(Region.DELTA, key, DeltaRecord.TOMBSTONE);
        counts = counts.plus(-1, -one(row.deadlineMillis()));
        changedRow();
    }

    /** Ends an operation of many rows when it is certain to be too much, not when all is done. */
    private void changedRow() {
        changed = true;
        check("CHANGES_BYTES_MAX", store.changedBytes(), ModelLimits.CHANGES_BYTES_MAX);
    }

    private void forgetDeadline(long deadlineMillis, byte[] key) {
        if (deadlineMillis != 0) {
            store.delete(Region.DEADLINES, RowKeys.deadline(deadlineMillis, key));
        }
    }

    private static int one(long deadlineMillis) {
        return deadlineMillis == 0 ? 0 : 1;
    }
}
