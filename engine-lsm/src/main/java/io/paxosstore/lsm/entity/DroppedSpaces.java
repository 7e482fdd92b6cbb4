package io.paxosstore.lsm.entity;

import io.paxosstore.lsm.store.LsmStore;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.IntPredicate;

/** The entities of one shard whose spaces were dropped. For the shard's thread. */
final class DroppedSpaces {
    private static final int LISTED_ENTITIES = 1000;

    private final int shard;
    private final int shards;
    private final ShardData data;
    private final IntPredicate spaces;

    /**
     * @param shard the shard's number
     * @param shards how many there are
     * @param spaces which spaces were dropped
     */
    DroppedSpaces(int shard, int shards, ShardData data, IntPredicate spaces) {
        this.shard = shard;
        this.shards = shards;
        this.data = data;
        this.spaces = spaces;
    }

    /** Whether the entity's space was dropped. */
    boolean has(EntityKey key) {
        return spaces.test(key.space());
    }

    /**
     * Removes the data of all of them.
     *
     * @return false if the disk is full
     */
    boolean forget() {
        EntityKey after = null;
        List<LsmStore.Listed> page = list(after);
        while (!page.isEmpty()) {
            for (LsmStore.Listed one : page) {
                after = one.entity();
                if (after.shard(shards) == shard && has(after) && !data.remove(after)) {
                    return false;
                }
            }
            page = list(after);
        }
        return true;
    }

    private List<LsmStore.Listed> list(@Nullable EntityKey after) {
        List<LsmStore.Listed> page =
                data.change(() -> data.store().entities(after, LISTED_ENTITIES));
        return page == null ? List.of() : page;
    }
}
