package io.paxosstore.protocol.model;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Operations on a map. Fields are in the order of their unsigned bytes. A time to live is in
 * milliseconds from the moment of the entry; 0 means that the field does not expire. Expired fields
 * count as absent everywhere.
 */
public sealed interface MapOperation extends Operation {
    @Override
    default ObjectType type() {
        return ObjectType.MAP;
    }

    @Override
    default boolean isUpdate() {
        return !(this instanceof Get || this instanceof Scan || this instanceof Size);
    }

    /** Reads fields. Result: {@link Result.Values}, null for what is absent. */
    record Get(String object, List<byte[]> fields) implements MapOperation {}

    /** Writes fields. Result: {@link Result.Count} of those that were absent. */
    record Put(String object, List<Field> fields, long ttlMillis) implements MapOperation {}

    /** Removes fields. Result: {@link Result.Count} of those that were there. */
    record Remove(String object, List<byte[]> fields) implements MapOperation {}

    /**
     * Writes a field if it equals. Result: {@link Result.Flag}.
     *
     * @param expected null for absent
     */
    @SuppressWarnings("ArrayRecordComponent")
    record CompareAndSet(
            String object, byte[] field, byte @Nullable [] expected, byte[] value, long ttlMillis)
            implements MapOperation {}

    /**
     * Adds to a field that is a decimal number (ASCII, 64 bits, signed); absent counts as 0. A
     * present field's expiry stays. Result: {@link Result.Incremented}.
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Increment(String object, byte[] field, long delta) implements MapOperation {}

    /**
     * Reads fields in order. Result: {@link Result.Fields}, whose next is the {@code from} to go on
     * with. Each page shows one version of the map.
     *
     * @param from the first field wanted, whether it is there or not
     * @param to the end, not included; null for all
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Scan(String object, byte[] from, byte @Nullable [] to, Page page)
            implements MapOperation {}

    /** Counts the fields. Result: {@link Result.Size}. */
    record Size(String object) implements MapOperation {}

    /**
     * Frees the space of expired fields; nobody sees a difference. Writes of the same map do so by
     * themselves, so only maps that nobody writes need it. Result: {@link Result.Count}.
     *
     * @param fields most fields to remove, 1 to {@link ModelLimits#OPERATION_ELEMENTS_MAX}
     */
    record RemoveExpired(String object, int fields) implements MapOperation {}

    /** A field and its value. */
    @SuppressWarnings("ArrayRecordComponent")
    record Field(byte[] name, byte[] value) {}
}
