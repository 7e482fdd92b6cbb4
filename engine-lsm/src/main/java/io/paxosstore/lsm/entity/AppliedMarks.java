package io.paxosstore.lsm.entity;

import io.paxosstore.protocol.key.EntityKey;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/**
 * The entries that were applied and of which the journal does not know yet that they are durable
 * (Rule D6). They are told by generations: all of one as soon as its newest is durable. So there
 * are two notes of an entity at most, however often it is written. Owned by the shard.
 */
final class AppliedMarks {
    private Map<EntityKey, Long> ageing = new HashMap<>();
    private Map<EntityKey, Long> fresh = new HashMap<>();
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
        Map<EntityKey, Long> empty = ageing;
        ageing = fresh;
        fresh = empty;
        awaited = ageing.isEmpty() ? Long.MAX_VALUE : freshSequence;
    }

    /** Whether there is something to tell once everything up to a sequence number is durable. */
    boolean isAwaited(long durableSequence) {
        return awaited <= durableSequence;
    }

    /** Everything up to a sequence number is durable. */
    void durable(long durableSequence, ObjLongConsumer<EntityKey> journal) {
        while (awaited <= durableSequence) {
            ageing.forEach(journal::accept);
            ageing.clear();
            turn();
        }
    }
}
