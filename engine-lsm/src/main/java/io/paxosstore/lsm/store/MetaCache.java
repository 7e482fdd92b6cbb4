package io.paxosstore.lsm.store;

import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * The newest metadata of the entities that were used last, as decoded objects: every use of an
 * entity begins with it, several times for a change. Bounded by bytes, shared out among the stripes
 * of {@link EntityLocks}; in each stripe, who was not used for the longest time leaves.
 *
 * <p>Whoever uses it holds the entity's lock, from before the read or the write of the database to
 * the call here: so it never holds anything older than the database does.
 */
final class MetaCache {
    /** What an entry takes beside its key and its requests: objects and their references. */
    private static final int ENTRY_BYTES = 320;

    private static final float LOAD_FACTOR = 0.75f;

    private final List<Stripe> stripes = new ArrayList<>();
    private final long stripeBytesMax;
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    /**
     * @param bytesMax of all entries, about; 0 for none
     */
    MetaCache(long bytesMax) {
        stripeBytesMax = bytesMax / EntityLocks.COUNT;
        for (int i = 0; i < EntityLocks.COUNT; i++) {
            stripes.add(new Stripe());
        }
    }

    /** The metadata; null if it is not here. */
    @Nullable EntityMeta get(EntityKey entity) {
        EntityMeta meta = stripe(entity).metas.get(entity);
        (meta == null ? misses : hits).increment();
        return meta;
    }

    /** It was read or written. */
    void put(EntityKey entity, EntityMeta meta) {
        stripe(entity).put(entity, meta, stripeBytesMax);
    }

    /** It is gone, or nobody knows what it is. */
    void remove(EntityKey entity) {
        stripe(entity).remove(entity);
    }

    /** How often metadata was here; any thread. */
    long hits() {
        return hits.sum();
    }

    /** How often it was not; any thread. */
    long misses() {
        return misses.sum();
    }

    private Stripe stripe(EntityKey entity) {
        return stripes.get(EntityLocks.index(entity));
    }

    private static long bytes(EntityKey entity, EntityMeta meta) {
        return ENTRY_BYTES + entity.key().length + meta.applied().requestTable().length;
    }

    /** In the order of use. */
    private static final class Stripe {
        private final Map<EntityKey, EntityMeta> metas = new LinkedHashMap<>(4, LOAD_FACTOR, true);
        private long bytes;

        void put(EntityKey entity, EntityMeta meta, long bytesMax) {
            EntityMeta before = metas.put(entity, meta);
            bytes += bytes(entity, meta) - (before == null ? 0 : bytes(entity, before));
            Iterator<Map.Entry<EntityKey, EntityMeta>> oldest = metas.entrySet().iterator();
            while (bytes > bytesMax) {
                Map.Entry<EntityKey, EntityMeta> one = oldest.next();
                bytes -= bytes(one.getKey(), one.getValue());
                oldest.remove();
            }
        }

        void remove(EntityKey entity) {
            EntityMeta meta = metas.remove(entity);
            bytes -= meta == null ? 0 : bytes(entity, meta);
        }
    }
}
