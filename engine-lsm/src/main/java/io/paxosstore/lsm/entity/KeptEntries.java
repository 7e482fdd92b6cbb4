package io.paxosstore.lsm.entity;

import io.paxosstore.protocol.key.EntityKey;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;

/**
 * The entries that the journal keeps although the data which contains them is durable: those that
 * come after an image while another node is given it, and for some time after that. They are what
 * that node asks for next; if they were gone, an entity that is written all the time would be given
 * as one image after the other, for ever. Owned by the shard.
 */
final class KeptEntries {
    static final long AFTER_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Entries of so many bytes, of the whole shard, may come after one that is kept. */
    static final long BYTES_MAX = 32L << 20;

    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Those of one entity. */
    static final class Kept {
        private final long above;
        private final long sinceBytes;
        private int images;
        private long untilNanos;

        /** What the journal is to be told in the end; 0 for nothing. */
        private long durable;

        private Kept(long above, long sinceBytes) {
            this.above = above;
            this.sinceBytes = sinceBytes;
        }
    }

    private final LongSupplier nanoClock;
    private final LongSupplier appliedBytes;
    private final Map<EntityKey, Kept> entities = new HashMap<>();
    private long tickNanos;

    /**
     * @param appliedBytes of all entries applied in the shard so far
     */
    KeptEntries(LongSupplier nanoClock, LongSupplier appliedBytes) {
        this.nanoClock = nanoClock;
        this.appliedBytes = appliedBytes;
        this.tickNanos = nanoClock.getAsLong();
    }

    /**
     * An image begins to be given.
     *
     * @param version the image's
     */
    Kept begin(EntityKey key, long version) {
        Kept kept = entities.computeIfAbsent(key, _ -> new Kept(version, appliedBytes.getAsLong()));
        kept.images++;
        return kept;
    }

    /** It was given, or is not given any more. */
    void end(Kept kept) {
        kept.images--;
        kept.untilNanos = nanoClock.getAsLong() + AFTER_NANOS;
    }

    /** An entity's data is durable at a version: tells the journal as much as it may know. */
    void durable(EntityKey key, long version, ObjLongConsumer<EntityKey> journal) {
        Kept kept = entities.get(key);
        if (kept == null || version <= kept.above) {
            journal.accept(key, version);
        } else {
            kept.durable = Math.max(kept.durable, version);
            journal.accept(key, kept.above);
        }
    }

    /** Tells the journal of those that are kept no longer. */
    void tick(ObjLongConsumer<EntityKey> journal) {
        long nowNanos = nanoClock.getAsLong();
        if (nowNanos - tickNanos < TICK_NANOS) {
            return;
        }
        tickNanos = nowNanos;
        long bytes = appliedBytes.getAsLong();
        Iterator<Map.Entry<EntityKey, Kept>> all = entities.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<EntityKey, Kept> one = all.next();
            Kept kept = one.getValue();
            boolean isOver = kept.images == 0 && nowNanos - kept.untilNanos >= 0;
            if (isOver || bytes - kept.sinceBytes > BYTES_MAX) {
                all.remove();
                if (kept.durable > 0) {
                    journal.accept(one.getKey(), kept.durable);
                }
            }
        }
    }

    /** Nothing of an entity is kept any more. */
    void forget(EntityKey key) {
        entities.remove(key);
    }
}
