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
 * What is known of the entities that were used last, as objects: the newest metadata, with which
 * every use of an entity begins, and small records that were read or written. Bounded by bytes,
 * shared out among the stripes of {@link EntityLocks}; in each stripe, who was not used for the
 * longest time leaves.
 *
 * <p>Whoever uses it holds the entity's lock, from before the read or the write of the database to
 * the call here: so it never says anything else than the database does.
 */
final class RecentEntities {
    /** What an entity takes beside its key, requests and records: objects and references. */
    private static final int ENTITY_BYTES = 320;

    private static final float LOAD_FACTOR = 0.75f;

    /** One entity. */
    static final class Recent {
        private final EntityMeta meta;
        private final RecentRecords records;

        private Recent(EntityMeta meta, RecentRecords records) {
            this.meta = meta;
            this.records = records;
        }

        EntityMeta meta() {
            return meta;
        }

        /** Its records at that metadata; call {@link #grown} when there are more of them. */
        RecentRecords records() {
            return records;
        }
    }

    private final List<Stripe> stripes = new ArrayList<>();
    private final long stripeBytesMax;
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    /**
     * @param bytesMax of all entities, about; 0 for none
     */
    RecentEntities(long bytesMax) {
        stripeBytesMax = bytesMax / EntityLocks.COUNT;
        for (int i = 0; i < EntityLocks.COUNT; i++) {
            stripes.add(new Stripe());
        }
    }

    /** What is known of an entity; null for nothing. */
    @Nullable Recent get(EntityKey entity) {
        Recent recent = stripe(entity).entities.get(entity);
        (recent == null ? misses : hits).increment();
        return recent;
    }

    /** An entity's metadata was read or written; its records are these. */
    void put(EntityKey entity, EntityMeta meta, RecentRecords records) {
        stripe(entity).put(entity, new Recent(meta, records), stripeBytesMax);
    }

    /** More of its records are known than before. */
    void grown(EntityKey entity, int bytes) {
        stripe(entity).add(bytes, stripeBytesMax);
    }

    /** It is gone, or nobody knows what it is. */
    @Nullable Recent remove(EntityKey entity) {
        return stripe(entity).remove(entity);
    }

    /** How often something was known; any thread. */
    long hits() {
        return hits.sum();
    }

    /** How often nothing was; any thread. */
    long misses() {
        return misses.sum();
    }

    private Stripe stripe(EntityKey entity) {
        return stripes.get(EntityLocks.index(entity));
    }

    private static long bytes(EntityKey entity, Recent recent) {
        return ENTITY_BYTES
                + entity.key().length
                + recent.meta().applied().requestTable().length
                + recent.records().bytes();
    }

    /** In the order of use. */
    private static final class Stripe {
        private final Map<EntityKey, Recent> entities = new LinkedHashMap<>(4, LOAD_FACTOR, true);
        private long bytes;

        void put(EntityKey entity, Recent recent, long bytesMax) {
            remove(entity);
            entities.put(entity, recent);
            add(bytes(entity, recent), bytesMax);
        }

        void add(long more, long bytesMax) {
            bytes += more;
            Iterator<Map.Entry<EntityKey, Recent>> oldest = entities.entrySet().iterator();
            while (bytes > bytesMax) {
                Map.Entry<EntityKey, Recent> one = oldest.next();
                bytes -= bytes(one.getKey(), one.getValue());
                oldest.remove();
            }
        }

        @Nullable Recent remove(EntityKey entity) {
            Recent recent = entities.remove(entity);
            bytes -= recent == null ? 0 : bytes(entity, recent);
            return recent;
        }
    }
}
