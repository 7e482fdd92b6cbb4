package io.paxosstore.lsm.entity;

import io.paxosstore.core.LogRecord;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Records that end an entity's amnesia while the disk is full: they have to wait until the data
 * that they rest on is durable, and with them whatever is written of the same entity. Few: without
 * room no recovery begins. Owned by the shard.
 */
final class HeldRecords {
    /**
     * A record that waits.
     *
     * @param slotRebuilding the number of the rebuilding under way in its slot when it was written
     */
    record Held(LogRecord record, long ticket, int slotRebuilding) {
        /** As it is to be written now: it ends no amnesia that has begun since. */
        LogRecord record(RebuiltEntities rebuilt) {
            boolean ends = slotRebuilding == rebuilt.slotRebuilding(record.key());
            return ends ? record : record.notRebuilt();
        }
    }

    private final List<Held> records = new ArrayList<>();
    private final Set<EntityKey> keys = new HashSet<>();

    boolean isEmpty() {
        return records.isEmpty();
    }

    /** Whether records of this entity wait. */
    boolean holds(EntityKey key) {
        return keys.contains(key);
    }

    void add(LogRecord record, long ticket, int slotRebuilding) {
        records.add(new Held(record, ticket, slotRebuilding));
        keys.add(record.key());
    }

    /** Takes all out, in their order. */
    List<Held> take() {
        List<Held> all = List.copyOf(records);
        records.clear();
        keys.clear();
        return all;
    }
}
