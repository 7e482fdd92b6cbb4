package io.paxosstore.lsm.store;

import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.rocksdb.WriteBatch;

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
        synchronized (locks.of(entity)) {
            RecentEntity known = recent.use(entity);
            return known == null ? load(entity) : known.meta();
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
        synchronized (locks.of(entity)) {
            return snapshot(get(entity));
        }
    }

    /** The same for the entity's writer, which writes nothing until it has closed it. */
    RecentState readRecent(EntityKey entity) {
        synchronized (locks.of(entity)) {
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
        synchronized (locks.of(entity)) {
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
        synchronized (locks.of(entity)) {
            RecentEntity known = recent.get(entity);
            if (known != null && known.generation() == generation) {
                known.read(key, value);
                recent.resized(entity, known);
            }
        }
    }

    /**
     * Writes a batch that brings an entity to an entry. Call with the entity's lock held since
     * before what the batch rests on was read.
     *
     * @param applied what the batch changes of the entity's records; null if it replaces them
     * @return the sequence number with which it becomes durable
     */
    long write(
            EntityKey entity,
            WriteBatch batch,
            long number,
            int checksum,
            AppliedEntry last,
            @Nullable List<EntityChanges> applied) {
        boolean written = false;
        try {
            EntityMeta meta = commits.write(batch, Keys.meta(entity), number, checksum, last);
            remember(entity, meta, applied);
            written = true;
            return meta.sequence();
        } finally {
            if (!written) {
                recent.remove(entity); // the database alone knows
            }
        }
    }

    private void remember(
            EntityKey entity, EntityMeta meta, @Nullable List<EntityChanges> applied) {
        RecentEntity known = recent.get(entity);
        if (known == null || applied == null) {
            recent.put(entity, meta);
            known = applied == null ? null : recent.get(entity);
        } else {
            known.goOn(meta, recent.newGeneration(entity));
        }
        if (known != null && applied != null) {
            applied.forEach(known::applied);
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
