package io.paxosstore.table;

import org.jspecify.annotations.Nullable;

/** Rows one after the other. Not thread-safe; close it. */
interface RowCursor extends AutoCloseable {
    /** The next row; null after the last. */
    @Nullable StoredRow next();

    @Override
    void close();
}
