package io.paxosstore.lsm.store;

import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.store.EntityLocks.EntityLock;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.List;

/**
 * Reads and writes the metadata of entities; keeps that of those used last in memory, with small
 * records ({@link RecentEntities}). Thread-safe: each does it with the entity's lock held, so that
 * memory says what the database does.
 */
final class EntityMetas {
    /** The generation of what is not in memory. */
    private static final long UNKNOWN = 0;

    private final Rocks rocks;
    private final EntityLocks locks;
    private final Commits commits;
    private final RecentEntities recent;

    /**
     * @param recentBytes see {@link RecentEntities}
     */
    EntityMetas(Rocks rocks, EntityLocks locks, Commits commits, long recentBytes) {
        this.rocks = rocks;
        this.locks = locks;
        this.commits = commits;
        this.recent = new RecentEntities(recentBytes);
    }

    RecentEntities recent() {
        return recent;
    }

    /** An entity's metadata; null if nothing was ever applied to it here. */
    @Nullable EntityMeta get(EntityKey entity) {
        try (EntityLock _ = locks.hold(entity)) {
            RecentEntity known = recent.use(entity);
            return known == null ? load(entity) : known.meta();
        }
    }

    /** Where its data stands; null if nothing was ever applied to it here. */
    @Nullable EntityStand stand(EntityKey entity) {
        try (EntityLock _ = locks.hold(entity)) {
            RecentEntity known = recent.use(entity);
            if (known != null) {
                return known.stand();
            }
            EntityMeta meta = load(entity);
            return meta == null ? null : EntityStand.of(meta);
        }
    }

    private @Nullable EntityMeta load(EntityKey entity) {
        byte[] bytes = rocks.get(Family.META, Keys.meta(entity));
        if (bytes == null) {
            return null;
        }
        EntityMeta meta = EntityMeta.decode(bytes);
        recent.put(entity, meta);
        return meta;
    }

    /** The entity as it is now, whatever is applied from now on. Close it. */
    SnapshotState read(EntityKey entity) {
        try (EntityLock _ = locks.hold(entity)) {
            return snapshot(get(entity));
        }
    }

    /** The same for the entity's writer, which writes nothing until it has closed it. */
    RecentState readRecent(EntityKey entity) {
        try (EntityLock _ = locks.hold(entity)) {
            RecentEntity known = recent.use(entity);
            EntityMeta meta = known == null ? load(entity) : known.meta();
            if (known == null) {
                known = recent.get(entity);
            }
            return new RecentState(
                    this, entity, meta, known == null ? UNKNOWN : known.generation());
        }
    }

    /**
     * A snapshot of an entity to which nothing was written since this was its metadata.
     *
     * @param meta null if nothing was ever applied to the entity here
     */
    SnapshotState snapshot(@Nullable EntityMeta meta) {
        return new SnapshotState(rocks, meta);
    }

    /**
     * What is known of a record.
     *
     * @param generation of the entity when its metadata was read
     * @return the value, or {@link RecentEntity#NONE}; null if it is not known
     */
    byte @Nullable [] record(EntityKey entity, long generation, byte[] key) {
        if (generation == UNKNOWN) {
            return null;
        }
        try (EntityLock _ = locks.hold(entity)) {
            RecentEntity known = recent.get(entity);
            return known != null && known.generation() == generation ? known.record(key) : null;
        }
    }

    /**
     * A record was read from a snapshot that was taken after the metadata was read.
     *
     * @param generation of the entity then
     */
    void recordRead(EntityKey entity, long generation, byte[] key, byte @Nullable [] value) {
        if (generation == UNKNOWN) {
            return;
        }
        try (EntityLock _ = locks.hold(entity)) {
            RecentEntity known = recent.get(entity);
            if (known != null && known.generation() == generation) {
                known.read(key, value);
                recent.resized(entity, known);
            }
        }
    }

    /**
     * Writes a batch that brings entities to other entries. Call with the locks of all of them
     * held; whoever rests on what was read of one has held its lock since, or is the only one to
     * bring it to other entries.
     *
     * @param updates what the batch leaves of each; their metadata is not in it yet
     * @return the sequence number with which it becomes durable
     */
    long write(Batch batch, Collection<EntityUpdate> updates) {
        boolean written = false;
        try {
            long mine =
                    commits.write(
                            batch,
                            sequence -> {
                                for (EntityUpdate one : updates) {
                                    byte[] meta = one.meta(sequence).encode();
                                    batch.put(Family.META, one.metaKey(), meta);
                                }
                            });
            for (EntityUpdate one : updates) {
                remember(one, one.meta(mine));
            }
            written = true;
            return mine;
        } finally {
            if (!written) {
                // The database alone knows.
                updates.forEach(one -> recent.remove(one.entity()));
            }
        }
    }

    private void remember(EntityUpdate update, EntityMeta meta) {
        EntityKey entity = update.entity();
        List<EntityChanges> changes = update.changes();
        RecentEntity known = recent.get(entity);
        if (known == null || changes == null) {
            recent.put(entity, meta);
            known = changes == null ? null : recent.get(entity);
        } else {
            known.goOn(meta, recent.newGeneration(entity));
        }
        if (known != null && changes != null) {
            changes.forEach(known::applied);
            recent.resized(entity, known);
        }
    }

    /**
     * An entity is about to be removed, or records of it to be changed without an entry. Call with
     * its lock held. Who has its metadata from before learns nothing more from memory, nor tells
     * it.
     */
    void changed(EntityKey entity) {
        recent.remove(entity);
    }
}
