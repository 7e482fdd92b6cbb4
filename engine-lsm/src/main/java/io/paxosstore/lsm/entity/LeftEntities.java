package io.paxosstore.lsm.entity;

import io.paxosstore.log.identity.SlotTenures;
import io.paxosstore.lsm.store.LsmStore;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How the data of slots goes that this node has left (Rule M10): the background lists all entities,
 * again whenever the node has left or entered slots; the shards, each between two of its turns,
 * remove those of left slots of which nothing else is held any more. As long as a slot is left
 * nobody applies anything there; a shard that finds its slot entered again keeps what it finds,
 * which is what was chosen once, and has it rebuilt.
 *
 * <p>How far it has come is not written down: after a start all is listed again. For one thread at
 * a time.
 */
final class LeftEntities {
    /** So many names are read in a step. */
    static final int PAGE_ENTITIES = 1000;

    /** So long after a list has ended what the shards could not remove then is looked at again. */
    static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final Logger LOG = LoggerFactory.getLogger(LeftEntities.class);

    private final LsmStore data;
    private final List<Removals> shards;
    private final Supplier<SlotTenures> tenures;
    private final LongSupplier nanoClock;

    /** In which tenures all data was looked at, and nothing was left to remove. */
    private SlotTenures done = SlotTenures.FIRST;

    /** In which tenures it is looked at now; null while it is not. */
    private @Nullable SlotTenures looking;

    private @Nullable EntityKey after;
    private boolean isKept;
    private long removed;
    private long notBeforeNanos;

    /**
     * @param shards by their index
     */
    LeftEntities(
            LsmStore data,
            List<Removals> shards,
            Supplier<SlotTenures> tenures,
            LongSupplier nanoClock) {
        this.data = data;
        this.shards = List.copyOf(shards);
        this.tenures = tenures;
        this.nanoClock = nanoClock;
        this.notBeforeNanos = nanoClock.getAsLong();
    }

    /**
     * Goes on. While the disk is full nothing is removed.
     *
     * @return 0 when there was nothing to do, or the shards have to be drained first
     */
    int step() {
        if (data.isFull() || !shards.stream().allMatch(Removals::isDone)) {
            return 0;
        }
        SlotTenures now = looking;
        if (now == null) {
            return begin();
        }
        for (Removals shard : shards) {
            removed += shard.takeRemoved();
            isKept |= shard.takeKept();
        }
        List<EntityKey> page = data.entityIds(after, PAGE_ENTITIES);
        if (page.isEmpty()) {
            end(now);
            return 1;
        }
        after = page.getLast();
        List<List<EntityKey>> left = new ArrayList<>();
        shards.forEach(shard -> left.add(new ArrayList<>()));
        for (EntityKey entity : page) {
            if (now.isLeft(entity.slot())) {
                left.get(entity.shard(shards.size())).add(entity);
            }
        }
        for (int shard = 0; shard < shards.size(); shard++) {
            shards.get(shard).request(left.get(shard));
        }
        return 1;
    }

    private int begin() {
        SlotTenures now = tenures.get();
        if (done.equals(now) || nanoClock.getAsLong() - notBeforeNanos < 0) {
            return 0;
        }
        if (!now.isAnyLeft()) {
            done = now;
            return 0;
        }
        looking = now;
        after = null;
        isKept = false;
        return 1;
    }

    private void end(SlotTenures seen) {
        looking = null;
        notBeforeNanos = nanoClock.getAsLong() + AGAIN_NANOS;
        if (!isKept) {
            done = seen;
        }
        if (removed > 0) {
            LOG.info("entity.left.removed entities={}", removed);
            removed = 0;
        }
    }
}
