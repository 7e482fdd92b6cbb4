package io.paxosstore.bench.peers;

import io.paxosstore.bench.load.LoadTarget;
import io.paxosstore.bench.load.OperationKind;

import java.util.concurrent.CompletableFuture;

/** A connection to a peer: reads are linearizable as far as it has such reads, writes durable. */
interface PeerTarget extends LoadTarget, AutoCloseable {
    /** Writes a key that may or may not be there. */
    CompletableFuture<?> write(byte[] key, byte[] value);

    /** Reads a key. */
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

    /** Nobody asks a peer twice, so no failure says that nothing happened. */
    @Override
    default boolean isUnknown(Throwable failure) {
        return true;
    }

    @Override
    void close();
}
