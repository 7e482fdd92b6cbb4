package io.paxosstore.log;

import io.paxosstore.protocol.key.EntityKey;

import java.util.function.Consumer;

/** A listener for tests that are told of failures alone. */
public record FailureListener(Consumer<Throwable> heard) implements StorageEngine.Listener {
    @Override
    public void wake(int shardIndex) {}

    @Override
    public void damaged(int shardIndex, EntityKey key) {}

    @Override
    public void failed(Throwable cause) {
        heard.accept(cause);
    }
}
