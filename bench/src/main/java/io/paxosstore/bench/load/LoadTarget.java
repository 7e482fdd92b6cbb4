package io.paxosstore.bench.load;

import java.util.concurrent.CompletableFuture;

/**
 * What the load generator drives. Called by several threads at once.
 *
 * <p>A future may fail; {@link #isUnknown} tells the two kinds of failure apart.
 */
public interface LoadTarget {
    /** Reads one key; completes whether the key is there or not. */
    CompletableFuture<?> read(byte[] key);

    /** Overwrites one key. Neither array is changed by the caller before the future completes. */
    CompletableFuture<?> write(byte[] key, byte[] value);

    /** Whether this failure leaves open if the operation took effect (Rule W5). */
    boolean isUnknown(Throwable failure);
}
