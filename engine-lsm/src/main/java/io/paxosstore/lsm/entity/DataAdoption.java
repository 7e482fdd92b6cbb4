package io.paxosstore.lsm.entity;

import io.paxosstore.log.identity.SlotTenures;
import io.paxosstore.lsm.store.ListedEntity;
import io.paxosstore.lsm.store.LsmStore;
import io.paxosstore.protocol.key.EntityKey;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * After the journal was lost: has it know the entities whose data is there, so that they are seen
 * by whoever walks over all. Runs before the shards' threads do.
 */
final class DataAdoption {
    private static final int PAGE_ENTITIES = 1000;
    private static final long PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LsmStore data;
    private final List<EntityEngineShard> shards;
    private final SlotTenures tenures;
    private final Runnable writer;
    private final boolean threads;

    DataAdoption(
            LsmStore data,
            List<EntityEngineShard> shards,
            SlotTenures tenures,
            Runnable writer,
            boolean threads) {
        this.data = data;
        this.shards = shards;
        this.tenures = tenures;
        this.writer = writer;
        this.threads = threads;
    }

    void run() {
        EntityKey after = null;
        List<ListedEntity> page = data.entities(after, PAGE_ENTITIES);
        while (!page.isEmpty()) {
            for (ListedEntity one : page) {
                after = one.entity();
                // What is in slots that were left is removed: the journal must not know it.
                if (!tenures.isLeft(after.slot())) {
                    shards.get(after.shard(shards.size())).adopt(after);
                }
            }
            shards.forEach(this::makeDurable);
            page = data.entities(after, PAGE_ENTITIES);
        }
    }

    private void makeDurable(EntityEngineShard shard) {
        shard.commit();
        while (shard.pendingBytes() > 0) {
            if (threads) {
                LockSupport.parkNanos(this, PARK_NANOS);
            } else {
                writer.run();
            }
            shard.drain((key, ticket) -> {});
        }
    }
}
