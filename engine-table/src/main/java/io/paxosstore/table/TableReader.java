package io.paxosstore.table;

import io.paxosstore.log.bytes.RecordCursor;

import org.jspecify.annotations.Nullable;

/**
 * Reads rows of main and delta table together: a row of the delta table takes the place of the one
 * in the main table, a tombstone removes it. Rows are shown expired or not. Not thread-safe.
 */
final class TableReader {
    private final TableDefinition table;
    private final TableView view;

    TableReader(TableDefinition table, TableView view) {
        this.table = table;
        this.view = view;
    }

    /** The row of a key; null if there is none. Looks at one record and one block. */
    @Nullable StoredRow row(byte[] key) {
        byte[] delta = view.get(Region.DELTA, key);
        if (delta != null) {
            return DeltaRecord.isTombstone(delta) ? null : DeltaRecord.decode(table, key, delta);
        }
        try (RecordCursor blocks = view.scan(Region.MAIN, key, null)) {
            if (!blocks.next()) {
                return null;
            }
            MainBlock block = MainBlock.decode(table, blocks.value());
            int at = block.find(key);
            return at < 0 ? null : block.row(at);
        }
    }

    /** The rows of a range, both tables merged. Close it. */
    RowCursor rows(KeyRange range, boolean descending) {
        return new MergedRows(
                new DeltaRows(table, view, range, descending),
                new MainRows(table, view, range, descending),
                descending);
    }
}
