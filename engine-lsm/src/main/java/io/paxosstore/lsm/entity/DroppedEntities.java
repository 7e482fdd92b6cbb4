package io.paxosstore.lsm.entity;

import io.paxosstore.lsm.store.LsmStore;
import io.paxosstore.lsm.store.NoRoomException;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How the entities of dropped spaces go, after the replicas have let go of them (Rule D8): first
 * every shard forgets what it has of them in memory, a slice in each turn; then the background
 * removes their data, a slice in each step, so that no shard waits for it. That order leaves nobody
 * who could apply an entry to data that is half gone. However far it has come, a load of such an
 * entity tells of nothing.
 *
 * <p>How far it has come is not written down. After a start all dropped spaces are named again: the
 * journal has passed over their records, and of the data the first page of each tells whether a
 * crash has left some. Thread-safe, but that {@link #step} is for one thread at a time.
 */
final class DroppedEntities {
    /** A step removes the data of so many entities at most. */
    static final int SLICE_ENTITIES = 256;

    private static final Logger LOG = LoggerFactory.getLogger(DroppedEntities.class);

    private final LsmStore data;
    private final List<EntityEngineShard> shards;

    /** Whose turn comes after the present one's; guarded by itself. */
    private final SortedSet<Integer> waiting = new TreeSet<>();

    // The other fields are for whoever steps, but for this one, which the shards count down.
    private final AtomicInteger forgetting = new AtomicInteger();

    /** Whose data is being removed, as soon as no shard has to forget anything. */
    private final Queue<Integer> spaces = new ArrayDeque<>();

    /** Where the first space's removal has come to; null at its beginning. */
    private @Nullable EntityKey after;

    private long removed;

    /**
     * @param shards all of the engine's, by their index
     */
    DroppedEntities(LsmStore data, List<EntityEngineShard> shards) {
        this.data = data;
        this.shards = List.copyOf(shards);
    }

    /**
     * Spaces were dropped: those of entities are to be forgotten.
     *
     * @return whether there are any
     */
    boolean add(int[] dropped) {
        synchronized (waiting) {
            for (int space : dropped) {
                if (SpaceKind.of(space) == SpaceKind.ENTITY) {
                    waiting.add(space);
                }
            }
            return !waiting.isEmpty();
        }
    }

    /**
     * Goes on. While the disk is full nothing is removed.
     *
     * @return 0 when there was nothing to do, or the shards have to be drained first
     */
    int step() {
        if (spaces.isEmpty()) {
            begin();
        }
        Integer space = spaces.peek();
        if (space == null || forgetting.get() > 0 || data.isFull()) {
            return 0;
        }
        try {
            remove(space);
        } catch (NoRoomException e) {
            LOG.debug("entity.noroom space={}", space, e);
        }
        return 1;
    }

    private void begin() {
        synchronized (waiting) {
            spaces.addAll(waiting);
            waiting.clear();
        }
        if (!spaces.isEmpty()) {
            forgetting.set(shards.size());
            shards.forEach(shard -> shard.forgetDropped(forgetting::decrementAndGet));
        }
    }

    private void remove(int space) {
        List<EntityKey> page = data.entitiesOf(space, after, SLICE_ENTITIES);
        for (EntityKey entity : page) {
            data.remove(entity);
            after = entity;
            removed++;
        }
        if (page.size() < SLICE_ENTITIES) {
            if (removed > 0) {
                LOG.info("entity.removed space={} entities={}", space, removed);
            }
            spaces.remove();
            after = null;
            removed = 0;
        }
    }
}
