package io.paxosstore.lsm.store;

import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.rocksdb.WriteBatch;

/**
 * Reads and writes the metadata of entities, of those used last in memory. Thread-safe: each does
 * it with the entity's lock held, so that memory says what the database does.
 */
final class EntityMetas {
    private final Rocks rocks;
    private final EntityLocks locks;
    private final Commits commits;
    private final MetaCache cache;

    /**
     * @param cacheBytes see {@link MetaCache}
     */
    EntityMetas(Rocks rocks, EntityLocks locks, Commits commits, long cacheBytes) {
        this.rocks = rocks;
        this.locks = locks;
        this.commits = commits;
        this.cache = new MetaCache(cacheBytes);
    }

    MetaCache cache() {
        return cache;
    }

    /** An entity's metadata; null if nothing was ever applied to it here. */
    @Nullable EntityMeta get(EntityKey entity) {
        synchronized (locks.of(entity)) {
            EntityMeta meta = cache.get(entity);
            if (meta == null) {
                byte[] bytes = rocks.get(Family.META, Keys.meta(entity));
                if (bytes != null) {
                    meta = EntityMeta.decode(bytes);
                    cache.put(entity, meta);
                }
            }
            return meta;
        }
    }

    /** The entity as it is now. Close it. */
    SnapshotState read(EntityKey entity) {
        synchronized (locks.of(entity)) {
            return SnapshotState.of(rocks, get(entity));
        }
    }

    /**
     * Writes a batch that brings an entity to an entry. Call with the entity's lock held since
     * before what the batch rests on was read.
     *
     * @return the sequence number with which it becomes durable
     */
    long write(EntityKey entity, WriteBatch batch, long number, int checksum, AppliedEntry last) {
        cache.remove(entity); // after a write that failed the database alone knows
        EntityMeta meta = commits.write(batch, Keys.meta(entity), number, checksum, last);
        cache.put(entity, meta);
        return meta.sequence();
    }

    /** An entity's metadata is about to be removed. Call with its lock held. */
    void removed(EntityKey entity) {
        cache.remove(entity);
    }
}
