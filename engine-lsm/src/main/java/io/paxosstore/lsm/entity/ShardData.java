package io.paxosstore.lsm.entity;

import io.paxosstore.core.EntityHead;
import io.paxosstore.core.EntityKey;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.FailStop;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.model.MalformedRecordException;
import io.paxosstore.lsm.store.AppliedEntry;
import io.paxosstore.lsm.store.DamagedTableException;
import io.paxosstore.lsm.store.EntityMeta;
import io.paxosstore.lsm.store.LsmFailureException;
import io.paxosstore.lsm.store.LsmStore;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The data of one shard's entities, and which of it cannot be used because it is damaged (Rule D5).
 * For the shard's thread, but for {@link #guard} and what it needs, which any thread may use.
 */
final class ShardData {
    private static final Logger LOG = LoggerFactory.getLogger(ShardData.class);
    private static final byte[] NO_CHANGES = EntityChanges.NONE.encode();

    /**
     * What is held of an entity.
     *
     * @param version the newest entry that the data reflects; 0 for none
     * @param checksum the running checksum there
     */
    record Held(long version, int checksum, EntityHead head) {
        static final Held NOTHING = new Held(0, 0, EntityHead.NOTHING);
    }

    /** Something that reads or writes the data. */
    @FunctionalInterface
    interface Use<T> {
        @Nullable T run();
    }

    private final int shard;
    private final LsmStore store;
    private final StorageEngine.Listener listener;
    private final FailStop failStop;
    private final AppliedMarks marks = new AppliedMarks();
    private final LongAdder appliedBytes = new LongAdder();

    /** Entities whose data cannot be used. Bounded by the damage. */
    private final Set<EntityKey> damaged = ConcurrentHashMap.newKeySet();

    ShardData(int shard, LsmStore store, StorageEngine.Listener listener, FailStop failStop) {
        this.shard = shard;
        this.store = store;
        this.listener = listener;
        this.failStop = failStop;
    }

    LsmStore store() {
        return store;
    }

    AppliedMarks marks() {
        return marks;
    }

    /** Bytes of all changes applied since the start. */
    long appliedBytes() {
        return appliedBytes.sum();
    }

    /** Whether the entity's data cannot be used. */
    boolean isDamaged(EntityKey key) {
        return !damaged.isEmpty() && damaged.contains(key);
    }

    /** The entity's data is wrong, though it can be read. */
    void distrust(EntityKey key) {
        damaged.add(key);
    }

    /**
     * Uses the entity's data. If it is damaged, the owner is told, and it is used no more. If the
     * disk fails, the node stops (Rule D4).
     *
     * @return null when it cannot be used
     */
    <T> @Nullable T guard(EntityKey key, Use<T> use) {
        if (isDamaged(key)) {
            return null;
        }
        try {
            return use.run();
        } catch (DamagedTableException | MalformedRecordException e) {
            if (damaged.add(key)) {
                LOG.error("entity.damaged entity={} cause={}", key, e.getMessage());
                listener.damaged(shard, key);
            }
        } catch (LsmFailureException e) {
            failStop.fail(e);
        }
        return null;
    }

    /**
     * Changes the store, whatever the entity's data is like. If the disk fails, the node stops
     * (Rule D4).
     *
     * @return null when it failed
     */
    <T> @Nullable T change(Use<T> use) {
        try {
            return use.run();
        } catch (LsmFailureException | UncheckedIOException e) {
            failStop.fail(e);
            return null;
        }
    }

    /** The version and the running checksum; null when the data cannot be used. */
    @Nullable Held numbers(EntityKey key) {
        return guard(
                key,
                () -> {
                    EntityMeta meta = store.meta(key);
                    return meta == null
                            ? Held.NOTHING
                            : new Held(meta.applied().entry(), meta.checksum(), EntityHead.NOTHING);
                });
    }

    /** What is held of the entity; null when the data cannot be used. */
    @Nullable Held held(EntityKey key) {
        return guard(
                key,
                () -> {
                    EntityMeta meta = store.meta(key);
                    if (meta == null) {
                        return Held.NOTHING;
                    }
                    AppliedEntry newest = meta.applied();
                    EntityHead head =
                            EntityHead.of(
                                    newest.entry(),
                                    newest.proposal(),
                                    newest.clockMillis(),
                                    newest.requestTable());
                    return new Held(newest.entry(), meta.checksum(), head);
                });
    }

    /**
     * Applies the entry after the data's version.
     *
     * @return whether the data reflects it now
     */
    boolean apply(EntityKey key, EntityHead after, byte[] changes) {
        byte[] encoded = changes.length == 0 ? NO_CHANGES : changes;
        ValueId id = Objects.requireNonNull(after.id());
        AppliedEntry entry =
                new AppliedEntry(after.version(), id, after.clockMillis(), after.requestTable());
        Long sequence = guard(key, () -> store.apply(key, entry, encoded));
        if (sequence == null) {
            return false;
        }
        marks.applied(key, after.version(), sequence);
        appliedBytes.add(encoded.length);
        return true;
    }

    /** The entity's data was replaced by an image, which is sound. */
    void replaced(EntityKey key, long version, long sequence) {
        damaged.remove(key);
        marks.forget(key);
        marks.applied(key, version, sequence);
    }
}
