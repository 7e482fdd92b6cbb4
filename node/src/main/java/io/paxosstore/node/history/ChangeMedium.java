package io.paxosstore.node.history;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/**
 * Where batches of changes are kept in their order, the oldest of which go when there are too many.
 * For one thread.
 */
public interface ChangeMedium {
    /** No batch has this place. */
    long NOWHERE = -1;

    /**
     * A batch.
     *
     * @param place grows from batch to batch; at least 0
     * @param changes see {@link ChangeBatches}; valid until the next one is read
     */
    record Batch(long place, ByteBuffer changes) {}

    /** The place of the oldest batch; {@link #NOWHERE} if there is none. */
    long oldestPlace();

    /** The place of the newest batch; {@link #NOWHERE} if there is none. */
    long newestPlace();

    /** How many batches could not be read, as far as they were wanted. */
    default long damaged() {
        return 0;
    }

    /** The newest batch that can be read; null if there is none. */
    @Nullable Batch newest();

    /** The batch before one; null if there is none. */
    @Nullable Batch before(long place);

    /**
     * The oldest batch that is not before a place, which need not be there any more; null if there
     * is none.
     */
    @Nullable Batch from(long place);
}
