package io.paxosstore.table;

import io.paxosstore.log.record.RecordCursor;

import org.jspecify.annotations.Nullable;

/** The rows of the main table in a range, block by block. Not thread-safe; close it. */
final class MainRows implements RowCursor {
    private final TableDefinition table;
    private final KeyRange range;
    private final boolean descending;
    private final Blocks blocks;
    private @Nullable MainBlock block;
    private int at;

    MainRows(TableDefinition table, TableView view, KeyRange range, boolean descending) {
        this.table = table;
        this.range = range;
        this.descending = descending;
        this.blocks = descending ? new Descending(view, range) : new Ascending(view, range);
    }

    /** The bytes of blocks that may have rows of the range. */
    private interface Blocks extends AutoCloseable {
        byte @Nullable [] next();

        @Override
        void close();
    }

    /** A block lies under its greatest key: the first of interest is the first one not below. */
    private static final class Ascending implements Blocks {
        private final RecordCursor cursor;

        Ascending(TableView view, KeyRange range) {
            this.cursor = view.scan(Region.MAIN, range.from(), null);
        }

        @Override
        public byte @Nullable [] next() {
            return cursor.next() ? cursor.value() : null;
        }

        @Override
        public void close() {
            cursor.close();
        }
    }

    /** Backwards, the first of interest is the first block that reaches up to the range's end. */
    private static final class Descending implements Blocks {
        private final TableView view;
        private final KeyRange range;
        private @Nullable RecordCursor cursor;

        Descending(TableView view, KeyRange range) {
            this.view = view;
            this.range = range;
        }

        @Override
        public byte @Nullable [] next() {
            byte[] end = range.to();
            if (cursor == null) {
                cursor = view.scanReverse(Region.MAIN, range.from(), end);
                if (end != null) {
                    try (RecordCursor above = view.scan(Region.MAIN, end, null)) {
                        if (above.next()) {
                            return above.value();
                        }
                    }
                }
            }
            return cursor.next() ? cursor.value() : null;
        }

        @Override
        public void close() {
            if (cursor != null) {
                cursor.close();
            }
        }
    }

    @Override
    public @Nullable StoredRow next() {
        while (block == null || (descending ? at < 0 : at >= block.rows())) {
            byte[] bytes = blocks.next();
            if (bytes == null) {
                return null;
            }
            block = MainBlock.decode(table, bytes);
            at = begin(block);
        }
        StoredRow row = block.row(at);
        at += descending ? -1 : 1;
        return range.contains(row.key()) ? row : null;
    }

    /** Where the range begins in a block. */
    private int begin(MainBlock its) {
        if (!descending) {
            return its.keys().below(range.from());
        }
        byte[] end = range.to();
        return end == null ? its.rows() - 1 : its.keys().below(end) - 1;
    }

    @Override
    public void close() {
        blocks.close();
    }
}
