package io.paxosstore.table;

import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ModelLimits;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes rows with all that belongs to them: deadline, indexes, counts. What it writes is right
 * whatever a replica has merged: the delta record holds the whole row, and nothing is said of the
 * main table. Not thread-safe.
 */
final class RowWriter {
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
                if (entryBefore != null) {
                    store.delete(Region.INDEX, entryBefore);
                }
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
        changed = true;
    }

    /** Removes a row that is there, expired or not. */
    void remove(TableDefinition table, StoredRow before) {
        byte[] key = before.key();
        for (TableDefinition.Index index : table.indexes()) {
            store.delete(Region.INDEX, RowKeys.indexed(table, index, before, key));
        }
        forgetDeadline(before.deadlineMillis(), key);
        store.put(Region.DELTA, key, DeltaRecord.TOMBSTONE);
        counts = counts.plus(-1, -one(before.deadlineMillis()));
        changed = true;
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
