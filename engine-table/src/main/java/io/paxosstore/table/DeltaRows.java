package io.paxosstore.table;

import io.paxosstore.log.record.RecordCursor;

import org.jspecify.annotations.Nullable;

/** The records of the delta table in a range: rows and tombstones. Not thread-safe; close it. */
final class DeltaRows implements AutoCloseable {
    private final TableDefinition table;
    private final RecordCursor cursor;

    DeltaRows(TableDefinition table, TableView view, KeyRange range, boolean descending) {
        this.table = table;
        this.cursor =
                descending
                        ? view.scanReverse(Region.DELTA, range.from(), range.to())
                        : view.scan(Region.DELTA, range.from(), range.to());
    }

    /**
     * A record.
     *
     * @param row null for a tombstone
     */
    @SuppressWarnings("ArrayRecordComponent") // never changed
    record Delta(byte[] key, byte[] bytes, @Nullable StoredRow row) {}

    /** The next record; null after the last. */
    @Nullable Delta next() {
        if (!cursor.next()) {
            return null;
        }
        byte[] key = cursor.key();
        byte[] bytes = cursor.value();
        return new Delta(
                key,
                bytes,
                DeltaRecord.isTombstone(bytes) ? null : DeltaRecord.decode(table, key, bytes));
    }

    @Override
    public void close() {
        cursor.close();
    }
}
