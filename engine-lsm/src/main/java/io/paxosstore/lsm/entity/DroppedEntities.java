package io.paxosstore.lsm.entity;

import io.paxosstore.log.journal.JournalShard;
import io.paxosstore.lsm.store.LsmStore;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.IntPredicate;

/**
 * The entities of one shard whose spaces were dropped. For the shard's thread, but for {@link
 * #want}.
 */
final class DroppedEntities {
    private static final int LISTED_ENTITIES = 1000;

    private final int shard;
    private final int shards;
    private final JournalShard journal;
    private final ShardData data;
    private final IntPredicate spaces;
    private volatile boolean wanted;

    /**
     * @param shard the shard's number
     * @param shards how many there are
     * @param spaces which spaces were dropped
     */
    DroppedEntities(
            int shard, int shards, JournalShard journal, ShardData data, IntPredicate spaces) {
        this.shard = shard;
        this.shards = shards;
        this.journal = journal;
        this.data = data;
        this.spaces = spaces;
    }

    /** Whether the entity's space was dropped. */
    boolean has(EntityKey key) {
        return spaces.test(key.space());
    }

    /** A space was dropped: its entities are to be forgotten. Any thread. */
    void want() {
        wanted = true;
    }

    /** Forgets them if it is wanted; when the disk is full, later. */
    void forgetIfWanted() {
        if (wanted && !data.store().isFull()) {
            wanted = false; // first: a space may be dropped while others are forgotten
            if (!forget()) {
                wanted = true;
            }
        }
    }

    /**
     * Forgets all of them, and removes their data.
     *
     * @return false if the disk is full
     */
    boolean forget() {
        journal.forgetDroppedSpaces();
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
