package io.paxosstore.sim;

import io.paxosstore.core.LogRecord;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.log.identity.SlotRebuildings;
import io.paxosstore.protocol.key.EntityKey;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Which entities of slots that are being rebuilt were rebuilt since that began (Rule M4), in the
 * simplest way: for the model storages, which forget it with every start. Not thread-safe.
 */
final class RebuiltInSlots {
    private Supplier<SlotRebuildings> rebuildings = () -> SlotRebuildings.NONE;

    // By entity, the number of the rebuilding in its slot when its newest rebuilt record was
    // appended: of those on their way, and of those that are durable.
    private final Map<EntityKey, Integer> underWay = new TreeMap<>(EntityPages.ORDER);
    private final Map<EntityKey, Integer> durable = new TreeMap<>(EntityPages.ORDER);

    /** The node's directory was opened. */
    void open(NodeIdentity identity) {
        rebuildings = identity::slotRebuildings;
    }

    /** Whether an entity's slot is being rebuilt: what is not held of it may have been there. */
    boolean isRebuilding(EntityKey key) {
        return rebuildings.get().isUnderWay(key);
    }

    /** Whether an entity that is held must be rebuilt yet, for its slot's sake. */
    boolean isAmnesiac(EntityKey key) {
        return isRebuilding(key)
                && durable.getOrDefault(key, SlotRebuildings.NO_REBUILDING) != number(key);
    }

    void appended(LogRecord record) {
        if (record.rebuilt() && isRebuilding(record.key())) {
            underWay.put(record.key(), number(record.key()));
        }
    }

    void synced(LogRecord record) {
        Integer number = record.rebuilt() ? underWay.remove(record.key()) : null;
        if (number != null) {
            durable.put(record.key(), number);
        }
    }

    /** Power failed, or the disk is another one. */
    void forget() {
        underWay.clear();
        durable.clear();
    }

    private int number(EntityKey key) {
        return rebuildings.get().of(key);
    }
}
