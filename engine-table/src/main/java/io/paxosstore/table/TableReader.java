package io.paxosstore.table;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import org.jspecify.annotations.Nullable;

/**
 * Reads rows of main and delta table together: a row of the delta table takes the place of the one
 * in the main table, a tombstone removes it. Rows are shown expired or not. Not thread-safe.
 */
final class TableReader {
    private final TableDefinition table;
    private final TableView view;
    private @Nullable BlockIndex index;
    private boolean isIndexRead;

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
        byte[] bytes = block(key);
        if (bytes == null) {
            return null;
        }
        MainBlock block = MainBlock.decode(table, bytes);
        int at = block.keys().find(key);
        return at < 0 ? null : block.row(at);
    }

    /** The only block that may have a row; null if there is none. */
    private byte @Nullable [] block(byte[] rowKey) {
        if (!isIndexRead) {
            index = BlockIndex.of(view);
            isIndexRead = true;
        }
        if (index == null) {
            try (RecordCursor blocks = view.scan(Region.MAIN, rowKey, null)) {
                return blocks.next() ? blocks.value() : null;
            }
        }
        byte[] key = index.blockOf(rowKey);
        byte[] block = key == null ? null : view.get(Region.MAIN, key);
        if (key != null && block == null) {
            throw new MalformedBytesException("A block of a main table is missing.");
        }
        return block;
    }

    /** The rows of a range, both tables merged. Close it. */
    RowCursor rows(KeyRange range, boolean descending) {
        DeltaRows deltas = new DeltaRows(table, view, range, descending);
        MainRows main = null;
        try {
            main = new MainRows(table, view, range, descending);
        } finally {
            if (main == null) {
                deltas.close();
            }
        }
        return new MergedRows(deltas, main, descending);
    }
}
