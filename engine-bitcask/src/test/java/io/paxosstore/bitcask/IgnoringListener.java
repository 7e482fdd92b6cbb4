package io.paxosstore.bitcask;

import io.paxosstore.log.StorageEngine;
import io.paxosstore.protocol.key.EntityKey;

/** A listener for tests that do not expect to be told anything. */
final class IgnoringListener implements StorageEngine.Listener {
    @Override
    public void wake(int shardIndex) {}

    @Override
    public void damaged(int shardIndex, EntityKey key) {}

    @Override
    public void failed(Throwable cause) {
        throw new AssertionError("storage failed", cause);
    }
}
