package io.paxosstore.protocol.topology;

import io.paxosstore.protocol.key.Slots;

/**
 * A slot and what became of it.
 *
 * @param slot from 0 to {@link Slots#COUNT} - 1, or {@link Slots#SYSTEM}
 * @param configuration the new one
 */
public record SlotChange(int slot, SlotConfiguration configuration) {
    /** Checks the slot. */
    public SlotChange {
        Check.that(
                slot >= 0 && slot <= Slots.SYSTEM,
                () ->
                        "Slot "
                                + slot
                                + " is out of range; slots are 0 to "
                                + (Slots.COUNT - 1)
                                + ", and "
                                + Slots.SYSTEM
                                + " for the system's.");
    }
}
