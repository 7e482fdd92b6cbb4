package io.paxosstore.server.recovery;

import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.StorageShard;

/** An engine that knows only its standing and its room. */
public final class FakeEngine implements StorageEngine {
    private final int shardCount;
    private Standing standing = Standing.NEW;
    private Room room = Room.ENOUGH;

    public FakeEngine(int shardCount) {
        this.shardCount = shardCount;
    }

    @Override
    public int shardCount() {
        return shardCount;
    }

    @Override
    public StorageShard shard(int index) {
        throw new UnsupportedOperationException("it has no shards");
    }

    @Override
    public Standing standing() {
        return standing;
    }

    @Override
    public void standing(Standing now) {
        standing = now;
    }

    @Override
    public boolean reborn() {
        return standing == Standing.REBUILDING;
    }

    @Override
    public Room room() {
        return room;
    }

    void room(Room now) {
        room = now;
    }

    @Override
    public void close() {}
}
