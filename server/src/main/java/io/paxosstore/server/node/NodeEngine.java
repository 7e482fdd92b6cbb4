package io.paxosstore.server.node;

import io.paxosstore.bitcask.BitcaskEngine;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.lsm.entity.EntityEngine;
import io.paxosstore.lsm.store.NoRoomException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A node's two engines as one. The engine of keys holds the node's identity and standing, and knows
 * which spaces were dropped. Thread-safe.
 */
final class NodeEngine implements StorageEngine {
    private final BitcaskEngine keys;
    private final EntityEngine entities;
    private final Listener listener;
    private final List<NodeShard> shards = new ArrayList<>();

    NodeEngine(BitcaskEngine keys, EntityEngine entities, Listener listener) {
        this.keys = keys;
        this.entities = entities;
        this.listener = listener;
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            shards.add(new NodeShard(keys.shard(shard), entities.shard(shard)));
        }
    }

    @Override
    public int shardCount() {
        return shards.size();
    }

    @Override
    public NodeShard shard(int index) {
        return shards.get(index);
    }

    @Override
    public Standing standing() {
        return keys.standing();
    }

    @Override
    public void standing(Standing standing) throws IOException {
        if (standing == Standing.WHOLE) {
            // What was rebuilt may be the only copy but one: durable before the node counts again.
            makeEntitiesDurable();
        }
        entities.standing(standing);
        keys.standing(standing);
    }

    private void makeEntitiesDurable() throws IOException {
        try {
            entities.flush();
        } catch (NoRoomException e) {
            throw new IOException("The entities cannot be made durable: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean reborn() {
        return keys.reborn();
    }

    /**
     * That of the keys' engine; none either while RocksDB, beside it on the disk, has found none.
     */
    @Override
    public Room room() {
        return entities.room();
    }

    /** Forgets all data of a dropped space. */
    void dropSpace(int space) throws IOException {
        keys.dropSpace(space);
        for (int shard = 0; shard < shards.size(); shard++) {
            shards.get(shard).spaceDropped();
            listener.wake(shard);
        }
    }

    @Override
    public void close() {
        entities.close();
        keys.close();
    }
}
