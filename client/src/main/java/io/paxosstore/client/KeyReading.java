package io.paxosstore.client;

import io.paxosstore.protocol.wire.ReadKey;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/**
 * Reads the names of a {@link KeyScan}. Thread-safe.
 *
 * @param <T> what is told of a name that is there
 */
interface KeyReading<T> {
    /**
     * Reads one; empty if nothing is there.
     *
     * @param runner the way to the cluster
     * @param budgetNanos how long it may take
     * @param size told how many bytes it brings
     */
    CompletableFuture<Optional<T>> start(
            CallRunner runner, byte[] name, long budgetNanos, IntConsumer size);

    /** Whether nodes read them, too. */
    boolean isDone();

    /**
     * What is told of one that a node has read.
     *
     * @param value its value
     */
    T read(ReadKey key, byte[] value);
}
