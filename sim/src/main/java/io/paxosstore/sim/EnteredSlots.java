package io.paxosstore.sim;

import io.paxosstore.log.identity.SlotRecord;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is durable on a node of the slots that it has entered, by slot. Not thread-safe. */
final class EnteredSlots {
    private final Map<Integer, SlotRecord> records = new HashMap<>();

    /** Takes what a node's identity has at its start. */
    void opened(List<SlotRecord> all) {
        records.clear();
        entered(all);
    }

    /** The node has made these durable, instead of those of their slots. */
    void entered(List<SlotRecord> changed) {
        changed.forEach(record -> records.put(record.slot(), record));
    }

    /** What is durable of a slot that the node has entered in a later epoch than the first. */
    Optional<SlotRecord> recordOf(int slot) {
        return Optional.ofNullable(records.get(slot));
    }

    /** Whether the node came anew to a slot, and has not rebuilt all of it. */
    boolean isRebuilding(int slot) {
        return recordOf(slot).filter(SlotRecord::isRebuilding).isPresent();
    }

    /** The newest epoch of a slot that the node has entered. */
    int epochOf(int slot) {
        return recordOf(slot).map(record -> (int) record.configuration().epoch()).orElse(1);
    }
}
