package io.paxosstore.bench.micro;

import io.paxosstore.log.StorageEngine;
import io.paxosstore.protocol.key.EntityKey;

/** Hears of a store that is measured, and wants to hear nothing: it is stepped by hand. */
final class BenchmarkListener implements StorageEngine.Listener {
    @Override
    public void wake(int shardIndex) {}

    @Override
    public void failed(Throwable cause) {
        throw new IllegalStateException("the log failed", cause);
    }

    @Override
    public void damaged(int shardIndex, EntityKey key) {
        throw new IllegalStateException("damaged: " + key);
    }
}
