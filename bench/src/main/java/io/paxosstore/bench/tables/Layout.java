package io.paxosstore.bench.tables;

import io.paxosstore.protocol.model.MultiOp;

import java.util.List;

/** A way to store a table of rows in an entity. Thread-safe: no state. */
interface Layout {
    /** What people call it. */
    String label();

    /** What creates a table with so many rows: one MultiOp for each entry. */
    List<MultiOp> creation(int rows);

    /** Reads one row; the result of the read is checked. */
    MultiOp read(long row);

    /** Whether the result of {@link #read} shows the row. */
    boolean shows(Object result, long row);

    /**
     * Changes one row.
     *
     * @param read the result of {@link #read}
     */
    MultiOp update(long row, Object read, long stamp);

    /** Whether an update needs what was read before. */
    boolean readsToUpdate();
}
