package io.paxosstore.protocol.model;

import java.util.List;

/**
 * Operations on a queue. Its elements have sequence numbers, from 1, growing by 1, never used again
 * while the queue exists, also when it becomes empty in between. Retention removes elements by
 * length when others are enqueued, and hides them from the moment they are too old.
 */
public sealed interface QueueOperation extends Operation {
    @Override
    default ObjectType type() {
        return ObjectType.QUEUE;
    }

    @Override
    default boolean isUpdate() {
        return !(this instanceof Read || this instanceof Peek || this instanceof Length);
    }

    /** Adds elements at the end. Result: {@link Result.Enqueued}. */
    record Enqueue(String object, List<byte[]> elements) implements QueueOperation {}

    /**
     * Reads elements of at least this sequence number; the cost does not depend on what lies before
     * or behind. Result: {@link Result.Entries}, whose next is the sequence to go on with, also
     * when there is nothing more yet.
     */
    record Read(String object, long fromSequence, Page page) implements QueueOperation {}

    /** Reads the first element. Result: {@link Result.Entries} of at most one. */
    record Peek(String object) implements QueueOperation {}

    /** Removes the elements up to this sequence number. Result: {@link Result.Count}. */
    record Acknowledge(String object, long upToSequence) implements QueueOperation {}

    /**
     * Sets how much is kept, creating the queue if need be. Result: {@link Result.Done}.
     *
     * @param lengthMax most elements; 0 for no limit
     * @param ageMillisMax greatest age; 0 for no limit
     */
    record Retain(String object, long lengthMax, long ageMillisMax) implements QueueOperation {}

    /** Counts the elements. Result: {@link Result.Size}. */
    record Length(String object) implements QueueOperation {}
}
