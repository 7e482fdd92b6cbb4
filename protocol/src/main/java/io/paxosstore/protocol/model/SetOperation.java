package io.paxosstore.protocol.model;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Operations on a set. Members are in the order of their unsigned bytes. */
public sealed interface SetOperation extends Operation {
    @Override
    default ObjectType type() {
        return ObjectType.SET;
    }

    @Override
    default boolean isUpdate() {
        return this instanceof Add || this instanceof Remove;
    }

    /** Adds members. Result: {@link Result.Count} of those that were no members. */
    record Add(String object, List<byte[]> members) implements SetOperation {}

    /** Removes members. Result: {@link Result.Count} of those that were members. */
    record Remove(String object, List<byte[]> members) implements SetOperation {}

    /** Asks for a member. Result: {@link Result.Flag}. */
    @SuppressWarnings("ArrayRecordComponent")
    record Contains(String object, byte[] member) implements SetOperation {}

    /** Counts the members. Result: {@link Result.Size}. */
    record Cardinality(String object) implements SetOperation {}

    /**
     * Reads members in order. Result: {@link Result.Members}, whose next is the {@code from} to go
     * on with. Each page shows one version of the set.
     *
     * @param from the first member wanted, whether it is there or not
     * @param to the end, not included; null for all
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Scan(String object, byte[] from, byte @Nullable [] to, Page page)
            implements SetOperation {}

    /**
     * Draws a member. Every one can be drawn, and equal seeds draw equal members of equal sets, but
     * members far from others are drawn more often. Result: {@link Result.Element}.
     */
    record Random(String object, long seed) implements SetOperation {}
}
