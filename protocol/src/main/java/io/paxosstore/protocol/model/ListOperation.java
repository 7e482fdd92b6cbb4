package io.paxosstore.protocol.model;

import java.util.List;

/**
 * Operations on a list. Indexes begin at 0; negative ones count from the end, -1 is the last
 * element. Ranges include both ends and are cut to what there is.
 */
public sealed interface ListOperation extends Operation {
    @Override
    default ObjectType type() {
        return ObjectType.LIST;
    }

    @Override
    default boolean isUpdate() {
        return !(this instanceof Index || this instanceof Range || this instanceof Length);
    }

    /**
     * Adds elements before the first; the last of them becomes the first of the list, as if they
     * were added one after the other. Result: {@link Result.Size}, the new length.
     */
    record Prepend(String object, List<byte[]> elements) implements ListOperation {}

    /** Adds elements after the last. Result: {@link Result.Size}, the new length. */
    record Append(String object, List<byte[]> elements) implements ListOperation {}

    /** Reads one element. Result: {@link Result.Element}. */
    record Index(String object, long index) implements ListOperation {}

    /** Reads elements. Result: {@link Result.Elements}; its next is the index to go on with. */
    record Range(String object, long from, long to, Page page) implements ListOperation {}

    /** Removes all elements outside the range. Result: {@link Result.Size}, the new length. */
    record Trim(String object, long from, long to) implements ListOperation {}

    /** Counts the elements. Result: {@link Result.Size}. */
    record Length(String object) implements ListOperation {}

    /** Removes the first elements, as many as the page holds. Result: {@link Result.Elements}. */
    record PopFirst(String object, Page page) implements ListOperation {}

    /**
     * Removes the last elements, as many as the page holds, the last one first. Result: {@link
     * Result.Elements}.
     */
    record PopLast(String object, Page page) implements ListOperation {}
}
