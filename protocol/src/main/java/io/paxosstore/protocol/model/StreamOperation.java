package io.paxosstore.protocol.model;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Operations on a stream as it is stored: rows in the order of their unsigned bytes, none of which
 * expires by itself. What the rows say is known to those who write them, the commands of Redis on
 * streams.
 */
public sealed interface StreamOperation extends Operation {
    @Override
    default ObjectType type() {
        return ObjectType.STREAM;
    }

    @Override
    default boolean isUpdate() {
        return this instanceof Put || this instanceof Remove || this instanceof RemoveFirst;
    }

    /** Reads rows. Result: {@link Result.Values}, null for what is absent. */
    record Get(String object, List<byte[]> rows) implements StreamOperation {}

    /** Writes rows. Result: {@link Result.Count} of those that were absent. */
    record Put(String object, List<MapOperation.Field> rows) implements StreamOperation {}

    /** Removes rows. Result: {@link Result.Count} of those that were there. */
    record Remove(String object, List<byte[]> rows) implements StreamOperation {}

    /**
     * Reads rows in order, from either end. Result: {@link Result.Fields}, whose next is the {@code
     * from} to go on with, or the {@code to} if it is in reverse. Each page shows one version of
     * the stream.
     *
     * @param from the first row wanted, whether it is there or not
     * @param to the end, not included; null for all
     * @param reverse whether the last row comes first
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Scan(String object, byte[] from, byte @Nullable [] to, boolean reverse, Page page)
            implements StreamOperation {}

    /**
     * Removes the first rows of a range. Result: {@link Result.Count}.
     *
     * @param from the first row of the range, whether it is there or not
     * @param to the end, not included; null for all
     * @param rowsMax most rows to remove, 0 or more
     */
    @SuppressWarnings("ArrayRecordComponent")
    record RemoveFirst(String object, byte[] from, byte @Nullable [] to, long rowsMax)
            implements StreamOperation {}

    /** Counts the rows. Result: {@link Result.Size}. */
    record Size(String object) implements StreamOperation {}
}
