package io.paxosstore.log.identity;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;

/**
 * The newest epoch of a slot that this node has entered (Rule M2), and how complete it is there
 * (Rule M6).
 *
 * @param slot 0 to {@code Slots.COUNT - 1}
 */
public record SlotRecord(int slot, SlotConfiguration configuration, SlotStanding standing) {
    /** Checks the slot. */
    public SlotRecord {
        if (slot < 0 || slot >= Slots.COUNT) {
            throw new IllegalArgumentException(
                    "There is no slot %d; slots are 0 to %d.".formatted(slot, Slots.COUNT - 1));
        }
    }
}
