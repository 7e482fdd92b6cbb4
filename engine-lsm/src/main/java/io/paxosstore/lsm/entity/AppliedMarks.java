package io.paxosstore.lsm.entity;

import io.paxosstore.protocol.key.EntityKey;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.ObjLongConsumer;

/**
 * The entries that were applied and of which the journal does not know yet that they are durable
 * (Rule D6). They are told by generations: all of one as soon as its newest is durable, a slice in
 * each turn. So there are two notes of an entity at most, however often it is written. Owned by the
 * shard.
 */
final class AppliedMarks {
    /** A turn tells of this many entities at most. */
    static final int SLICE_ENTITIES = 1024;

    private SequencedMap<EntityKey, Long> ageing = new LinkedHashMap<>();
    private SequencedMap<EntityKey, Long> fresh = new LinkedHashMap<>();
    private long freshSequence;

    // Read by the background thread, which wakes the shard when it is durable.
    private volatile long awaited = Long.MAX_VALUE;

    /** An entry was applied with a sequence number. */
    void applied(EntityKey key, long entry, long sequence) {
        fresh.put(key, entry);
        freshSequence = Math.max(freshSequence, sequence);
        if (ageing.isEmpty()) {
            turn();
        }
    }

    /** The entity's data was replaced: what was applied before means nothing. */
    void forget(EntityKey key) {
        ageing.remove(key);
        fresh.remove(key);
    }

    private void turn() {
        SequencedMap<EntityKey, Long> empty = ageing;
        ageing = fresh;
        fresh = empty;
        awaited = ageing.isEmpty() ? Long.MAX_VALUE : freshSequence;
    }

    /** Whether there is something to tell once everything up to a sequence number is durable. */
    boolean isAwaited(long durableSequence) {
        return awaited <= durableSequence;
    }

    /**
     * Everything up to a sequence number is durable: tells a slice of it.
     *
     * @return whether there is more to tell in another turn
     */
    boolean durable(long durableSequence, ObjLongConsumer<EntityKey> journal) {
        int left = SLICE_ENTITIES;
        while (isAwaited(durableSequence)) {
            Map.Entry<EntityKey, Long> next = ageing.pollFirstEntry();
            if (next == null) {
                turn();
                continue;
            }
            journal.accept(next.getKey(), next.getValue());
            left--;
            if (left == 0) {
                return true;
            }
        }
        return false;
    }
}
