package io.paxosstore.bench.load;

import java.util.concurrent.CompletableFuture;

/**
 * A store of keys and values under load: reads are linearizable as far as it has such reads, writes
 * durable. Thread-safe.
 */
public interface KeyTarget extends LoadTarget {
    /** Writes a key that may or may not be there. */
    CompletableFuture<?> write(byte[] key, byte[] value);

    /** Reads a key that may or may not be there. */
    CompletableFuture<?> read(byte[] key);

    @Override
    default CompletableFuture<?> call(OperationKind kind, byte[] key, byte[] value) {
        return switch (kind) {
            case READ -> read(key);
            case WRITE -> write(key, value);
            default -> throw new IllegalArgumentException(kind + " is not of keys");
        };
    }

    @Override
    default CompletableFuture<?> fill(byte[] key, byte[] value) {
        return write(key, value);
    }

    /** Whether it may have happened: always, unless the store says more about its failures. */
    @Override
    default boolean isUnknown(Throwable failure) {
        return true;
    }
}
