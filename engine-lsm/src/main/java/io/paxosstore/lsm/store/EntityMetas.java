package io.paxosstore.lsm.store;

import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.rocksdb.WriteBatch;

import java.util.List;

/**
 * Reads and writes the metadata of entities; keeps that of those used last in memory, with small
 * records ({@link RecentEntities}). Thread-safe: each does it with the entity's lock held, so that
 * memory says what the database does. The object of the metadata stands for the state of the
 * entity's records: it is another one as soon as any of them may have changed.
 */
final class EntityMetas {
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
            RecentEntities.Recent known = recent.get(entity);
            if (known != null) {
                return known.meta();
            }
            byte[] bytes = rocks.get(Family.META, Keys.meta(entity));
            if (bytes == null) {
                return null;
            }
            EntityMeta meta = EntityMeta.decode(bytes);
            recent.put(entity, meta, new RecentRecords());
            return meta;
        }
    }

    /** The entity as it is now, whatever is applied from now on. Close it. */
    SnapshotState read(EntityKey entity) {
        synchronized (locks.of(entity)) {
            return SnapshotState.of(rocks, get(entity));
        }
    }

    /**
     * A snapshot for the entity's writer, which has written nothing since it got this metadata.
     *
     * @param meta null if nothing was ever applied to the entity here
     */
    SnapshotState snapshot(@Nullable EntityMeta meta) {
        return SnapshotState.of(rocks, meta);
    }

    /**
     * What is known of a record.
     *
     * @param meta the entity's, as {@link #get} gave it: the same object, or the entity has changed
     * @return the value, or {@link RecentRecords#NONE}; null if it is not known
     */
    byte @Nullable [] record(EntityKey entity, EntityMeta meta, byte[] key) {
        synchronized (locks.of(entity)) {
            RecentEntities.Recent known = recent.get(entity);
            return known != null && known.meta() == meta ? known.records().get(key) : null;
        }
    }

    /**
     * A record was read from a snapshot that is no older than the entity's metadata.
     *
     * @param meta the entity's, as {@link #get} gave it
     */
    void recordRead(EntityKey entity, EntityMeta meta, byte[] key, byte @Nullable [] value) {
        synchronized (locks.of(entity)) {
            RecentEntities.Recent known = recent.get(entity);
            if (known != null && known.meta() == meta) {
                int before = known.records().bytes();
                known.records().read(key, value);
                recent.grown(entity, known.records().bytes() - before);
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
        // After a write that failed the database alone knows.
        RecentEntities.Recent before = recent.remove(entity);
        EntityMeta meta = commits.write(batch, Keys.meta(entity), number, checksum, last);
        RecentRecords records =
                before == null || applied == null ? new RecentRecords() : before.records();
        if (applied != null) {
            applied.forEach(records::applied);
        }
        recent.put(entity, meta, records);
        return meta.sequence();
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
