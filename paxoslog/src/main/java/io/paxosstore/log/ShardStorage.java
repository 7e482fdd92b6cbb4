package io.paxosstore.log;

import io.paxosstore.core.Effects;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.IntPredicate;

/**
 * What one shard stores: a part for each {@link SpaceKind}, each kept by an engine of its own.
 * Every method is called by the shard's own thread only.
 *
 * <p>What concerns one entity is asked of the part that keeps it ({@link #of}), or of the part by
 * its name where only entities of that kind can be meant; what concerns the shard is asked here. A
 * new kind is a new part.
 */
public final class ShardStorage {
    private final StorageShard keys;
    private final EntityShard entities;

    // In the order in which they are walked over; cursors count on it.
    private final StorageShard[] parts;

    /**
     * @param keys the part of key-value spaces
     * @param entities the part of entity spaces
     */
    public ShardStorage(StorageShard keys, EntityShard entities) {
        this.keys = keys;
        this.entities = entities;
        this.parts = new StorageShard[] {keys, entities};
    }

    /** The part of key-value spaces. */
    public StorageShard keys() {
        return keys;
    }

    /** The part of entity spaces. */
    public EntityShard entities() {
        return entities;
    }

    /** The part that keeps an entity, as the kind of its space says. */
    public StorageShard of(EntityKey key) {
        return switch (SpaceKind.of(key.space())) {
            case KEY_VALUE -> keys;
            case ENTITY -> entities;
        };
    }

    /** Says what will be loaded next, see {@link StorageShard#willLoad}. */
    public void willLoad(List<Effects.Load> loads) {
        for (StorageShard part : parts) {
            part.willLoad(loads);
        }
    }

    /** Hands the batches of all parts to their log writers. Never blocks. */
    public void commit() {
        for (StorageShard part : parts) {
            part.commit();
        }
    }

    /** Takes over what has become durable in any part. Returns how many records that were. */
    public int drain(StorageShard.DurableListener listener) {
        int records = 0;
        for (StorageShard part : parts) {
            records += part.drain(listener);
        }
        return records;
    }

    /** Has all parts forget the entities of slots, see {@link StorageShard#forget}. */
    public void forget(IntPredicate slots, Runnable onEnd) {
        int[] left = {parts.length};
        for (StorageShard part : parts) {
            part.forget(
                    slots,
                    () -> {
                        left[0]--;
                        if (left[0] == 0) {
                            onEnd.run();
                        }
                    });
        }
    }

    /** Bytes appended and not yet durable in all parts; what back-pressure goes by. */
    public long pendingBytes() {
        long bytes = 0;
        for (StorageShard part : parts) {
            bytes += part.pendingBytes();
        }
        return bytes;
    }

    /**
     * Walks over the entities of all parts, one part after the other, page by page; see {@link
     * StorageShard#page}.
     *
     * @param at {@link PartCursor#BEGIN}, else what the page before returned
     * @return where the next page begins; null when this was the last, or there is no such part
     */
    public @Nullable PartCursor page(
            PartCursor at, int count, boolean withChecksums, StorageShard.PageVisitor visitor) {
        if (at.part() >= parts.length) {
            return null;
        }
        return after(at, parts[at.part()].page(at.position(), count, withChecksums, visitor));
    }

    /** The same over the entities of some slots; see {@link StorageShard#slotPage}. */
    public @Nullable PartCursor slotPage(
            PartCursor at, IntPredicate slots, int count, StorageShard.PageVisitor visitor) {
        if (at.part() >= parts.length) {
            return null;
        }
        return after(at, parts[at.part()].slotPage(slots, at.position(), count, visitor));
    }

    private @Nullable PartCursor after(PartCursor at, long next) {
        if (next != 0) {
            return new PartCursor(at.part(), next);
        }
        return at.part() + 1 < parts.length ? new PartCursor(at.part() + 1, 0) : null;
    }
}
