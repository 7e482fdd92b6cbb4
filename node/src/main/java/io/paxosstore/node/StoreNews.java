package io.paxosstore.node;

import io.paxosstore.log.StorageEngine;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/**
 * Passes on what a store's engines tell. The store is opened before there is a host: until that
 * begins nothing is under way, and so there is no news for it. Thread-safe.
 */
public final class StoreNews implements StorageEngine.Listener {
    private final Consumer<Throwable> onFailure;
    private volatile @Nullable ReplicaHost host;

    /**
     * @param onFailure told when a write or an fsync has failed: the node must stop (Rule D4)
     */
    public StoreNews(Consumer<Throwable> onFailure) {
        this.onFailure = onFailure;
    }

    /** Says who is told from now on. */
    public void to(ReplicaHost listening) {
        host = listening;
    }

    @Override
    public void wake(int shardIndex) {
        ReplicaHost listening = host;
        if (listening != null) {
            listening.shards().get(shardIndex).wake();
        }
    }

    @Override
    public void damaged(int shardIndex, EntityKey key) {
        ReplicaHost listening = host;
        if (listening != null) {
            listening.shards().get(shardIndex).damaged(key);
            listening.sweeps().get(shardIndex).sweeper().damaged(key);
        }
    }

    @Override
    public void failed(Throwable cause) {
        onFailure.accept(cause);
    }
}
