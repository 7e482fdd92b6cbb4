package io.paxosstore.bench.load;

import java.util.concurrent.CompletableFuture;

/**
 * What the load generator drives. Called by several threads at once.
 *
 * <p>A future may fail; {@link #isUnknown} tells the two kinds of failure apart.
 */
public interface LoadTarget {
    /**
     * Does one operation; completes whether the key is there or not.
     *
     * @param key of the key or entity; like {@code value} not changed by the caller before the
     *     future completes
     * @param value what is written; its first bytes also choose among members and fields
     */
    CompletableFuture<?> call(OperationKind kind, byte[] key, byte[] value);

    /** Writes a key or entity for the first time, so that there is something to read. */
    CompletableFuture<?> fill(byte[] key, byte[] value);

    /** Whether this failure leaves open if the operation took effect (Rule W5). */
    boolean isUnknown(Throwable failure);
}
