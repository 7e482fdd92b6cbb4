package io.paxosstore.log.record;

/** Walks over records, each a key and a value. Not thread-safe; close it. */
public interface RecordCursor extends AutoCloseable {
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
