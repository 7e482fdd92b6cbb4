package io.paxosstore.protocol.model;

/**
 * Operations on a value. A time to live is in milliseconds from the moment of the entry; 0 means it
 * does not expire. A value's version is a number that grows with every change of the entity, and is
 * never used twice; 0 means absent.
 */
public sealed interface ValueOperation extends Operation {
    @Override
    default ObjectType type() {
        return ObjectType.VALUE;
    }

    @Override
    default boolean isUpdate() {
        return !(this instanceof Get);
    }

    /** Reads it. Result: {@link Result.Value}. */
    record Get(String object) implements ValueOperation {}

    /** Writes it. Result: {@link Result.Written}. */
    @SuppressWarnings("ArrayRecordComponent") // the bytes are on their way to or from the network
    record Put(String object, byte[] value, long ttlMillis) implements ValueOperation {}

    /**
     * Writes it if it equals. Result: {@link Result.Written}, or {@link Result.Conflict} with the
     * version that is there.
     */
    @SuppressWarnings("ArrayRecordComponent")
    record CompareAndSet(String object, byte[] expected, byte[] value, long ttlMillis)
            implements ValueOperation {}

    /**
     * Writes it if its version equals; version 0 means absent. Result: {@link Result.Written}, or
     * {@link Result.Conflict} with the version that is there.
     */
    @SuppressWarnings("ArrayRecordComponent")
    record CompareVersionAndSet(String object, long expectedVersion, byte[] value, long ttlMillis)
            implements ValueOperation {}

    /**
     * Adds to a decimal number (ASCII, 64 bits, signed); absent counts as 0. Result: {@link
     * Result.Incremented}.
     *
     * @param ttlMillis for a value this creates, and for a present one if not 0; else its expiry
     *     stays
     */
    record Increment(String object, long delta, long ttlMillis) implements ValueOperation {}
}
