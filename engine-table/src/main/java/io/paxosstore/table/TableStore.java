package io.paxosstore.table;

import org.jspecify.annotations.Nullable;

/** A table while an operation changes it; later reads see what was written. Not thread-safe. */
public interface TableStore extends TableView {
    /** Writes a record. */
    void put(Region region, byte[] key, byte[] value);

    /** Removes a record. */
    void delete(Region region, byte[] key);

    /** Removes the records from one key up to but not including another; null for the end. */
    void deleteRange(Region region, byte[] from, byte @Nullable [] to);

    /** About how many bytes all changes have that were made for the same purpose. */
    long changedBytes();
}
