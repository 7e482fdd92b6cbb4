package io.paxosstore.bench.peers;

import io.paxosstore.bench.load.KeyTarget;
import io.paxosstore.bench.load.LoadTarget;

import java.util.concurrent.CompletableFuture;

/** The keys of one Redis server: {@code SET} and {@code GET}. */
final class RedisTarget implements KeyTarget {
    private final RedisConnection connection;

    private RedisTarget(RedisConnection connection) {
        this.connection = connection;
    }

    static KeyTarget connect(int port) {
        return new RedisTarget(RedisConnection.open(port));
    }

    static LoadTarget connectToEntities(int port) {
        RedisConnection opened = RedisConnection.open(port);
        return new RedisEntityTarget(opened.commands(), opened::close);
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
