package io.paxosstore.bench.peers;

import io.paxosstore.bench.load.KeyTarget;

import java.util.concurrent.CompletableFuture;

/** The keys of one Redis server: {@code SET} and {@code GET}. */
final class RedisTarget implements KeyTarget {
    private final RedisConnection connection;

    RedisTarget(RedisConnection connection) {
        this.connection = connection;
    }

    @Override
    public CompletableFuture<?> write(byte[] key, byte[] value) {
        return connection.commands().set(key, value).toCompletableFuture();
    }

    @Override
    public CompletableFuture<?> read(byte[] key) {
        return connection.commands().get(key).toCompletableFuture();
    }

    @Override
    public void close() {
        connection.close();
    }
}
