package io.paxosstore.lsm.entity;

import io.paxosstore.log.identity.SlotTenures;
import io.paxosstore.log.journal.JournalShard;
import io.paxosstore.protocol.key.EntityKey;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Removes data of slots that the node has left, on the shard's thread, which alone can tell that
 * nobody needs it: the slot is left still, and the journal has forgotten the entity. Otherwise it
 * is kept.
 */
final class Removals {
    /** A turn of the shard removes so many at most, so that clients do not wait. */
    static final int SLICE_ENTITIES = 16;

    private final JournalShard journal;
    private final ShardData data;
    private final Supplier<SlotTenures> tenures;
    private final Runnable wake;

    // Filled by the background, emptied by the shard; one page at most.
    private final Queue<EntityKey> requested = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    // Written by the shard before it counts down what waits, read by the background after it.
    private long removed;
    private boolean isKept;

    /**
     * @param wake has the shard drained soon; any thread
     */
    Removals(JournalShard journal, ShardData data, Supplier<SlotTenures> tenures, Runnable wake) {
        this.journal = journal;
        this.data = data;
        this.tenures = tenures;
        this.wake = wake;
    }

    /** Asks for the removal of entities; by the background, when all before are done. */
    void request(List<EntityKey> entities) {
        if (!entities.isEmpty()) {
            waiting.set(entities.size());
            requested.addAll(entities);
            wake.run();
        }
    }

    /** Whether all that was asked for is done. */
    boolean isDone() {
        return waiting.get() == 0;
    }

    /** How many were removed since this was asked last; by the background, when all are done. */
    long takeRemoved() {
        long count = removed;
        removed = 0;
        return count;
    }

    /** Whether some had to be kept, likewise. */
    boolean takeKept() {
        boolean kept = isKept;
        isKept = false;
        return kept;
    }

    /** Does a slice, on the shard's thread. */
    void step() {
        int count = 0;
        EntityKey entity = requested.poll();
        while (entity != null) {
            boolean isNeeded = !tenures.get().isLeft(entity.slot()) || journal.isHeld(entity);
            if (!isNeeded && data.beginAnew(entity)) {
                removed++;
            } else {
                isKept = true;
            }
            count++;
            entity = count < SLICE_ENTITIES ? requested.poll() : null;
        }
        if (count > 0 && waiting.addAndGet(-count) > 0) {
            wake.run();
        }
    }
}
