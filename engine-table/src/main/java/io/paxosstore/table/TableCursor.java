package io.paxosstore.table;

/** Walks over records of a region. Not thread-safe; close it. */
public interface TableCursor extends AutoCloseable {
    /**
     * Moves to the next record, at the beginning to the first. Returns false when there is none.
     */
    boolean next();

    /** The key here: not to be changed. */
    byte[] key();

    /** The value here: not to be changed. */
    byte[] value();

    @Override
    void close();
}
