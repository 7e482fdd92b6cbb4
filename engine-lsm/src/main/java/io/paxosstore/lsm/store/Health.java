package io.paxosstore.lsm.store;

import io.paxosstore.log.StorageEngine;
import io.paxosstore.protocol.key.EntityKey;

/** Passes on what the owner must hear, and remembers it. Thread-safe. */
final class Health implements LsmListener, StorageEngine.Listener {
    private final LsmListener owner;

    /** Written by any thread, before the owner hears of it; read by whoever closes the store. */
    private volatile boolean broken;

    Health(LsmListener owner) {
        this.owner = owner;
    }

    /** Whether nothing further can become durable. */
    boolean isBroken() {
        return broken;
    }

    @Override
    public void failed(String what) {
        broken = true;
        owner.failed(what);
    }

    @Override
    public void damaged(String file, String what) {
        broken = true;
        owner.damaged(file, what);
    }

    @Override
    public void failed(Throwable cause) {
        failed(String.valueOf(cause.getMessage()));
    }

    @Override
    public void wake(int shardIndex) {}

    @Override
    public void damaged(int shardIndex, EntityKey key) {}
}
