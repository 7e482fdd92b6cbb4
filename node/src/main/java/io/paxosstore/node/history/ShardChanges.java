package io.paxosstore.node.history;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/**
 * Changes on their way from a shard's loop to who keeps them. Bounded: what does not fit is dropped
 * and counted, since no shard waits for its history. {@link #add} is for the shard's thread, {@link
 * #take} and {@link #kept} for the keeper's, the rest for any.
 */
public interface ShardChanges {
    /** Adds a change that lies somewhere, see {@link ChangeFormat}. */
    void add(ByteBuffer from, int at, int length);

    /**
     * Takes all that waits, as a batch; null if nothing does. What was taken before must have been
     * {@link #kept}.
     *
     * @param spare an empty buffer with an array, which may become the batch, or be filled from now
     *     on
     */
    @Nullable ByteBuffer take(ByteBuffer spare);

    /** What was taken is kept, or is not wanted. */
    void kept();

    /** Whether nothing waits. */
    boolean isEmpty();

    /** How many changes did not fit, ever. */
    long dropped();
}
