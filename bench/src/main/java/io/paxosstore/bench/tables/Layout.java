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

    /** Answers questions about one table, all of them at the same state of it. */
    @FunctionalInterface
    interface Answers {
        /** The result of the only operation. */
        Object to(MultiOp question);
    }

    /**
     * Reads one column of rows that follow each other: when the contacts were made.
     *
     * @return the sum of what it holds, seconds
     */
    long sumOfSince(Answers answers, long firstRow, int rows);

    /**
     * Counts the rows that satisfy a condition.
     *
     * @param sinceSeconds the contact was made then or later
     */
    long countSince(Answers answers, long sinceSeconds);

    /** Whether an update needs what was read before. */
    boolean readsToUpdate();
}
