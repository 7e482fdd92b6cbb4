package io.paxosstore.log.identity;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;

/**
 * The newest epoch of a slot that this node has entered (Rule M2), and how complete it is there
 * (Rule M6).
 *
 * @param slot 0 to {@link Slots#SYSTEM}
 * @param rightLost whether the node had the right to entry 1 in an earlier life there, and has lost
 *     what it used it for (Rule M9)
 * @param tenure since when the node votes there (see {@link SlotTenures}); the store's memory alone
 *     gives it
 */
public record SlotRecord(
        int slot,
        SlotConfiguration configuration,
        SlotStanding standing,
        boolean rightLost,
        int tenure) {
    /** A record whose tenure is still to be given. */
    public SlotRecord(
            int slot, SlotConfiguration configuration, SlotStanding standing, boolean rightLost) {
        this(slot, configuration, standing, rightLost, 0);
    }

    /** A record of a node that has lost no right. */
    public SlotRecord(int slot, SlotConfiguration configuration, SlotStanding standing) {
        this(slot, configuration, standing, false);
    }

    /** Checks the slot. */
    public SlotRecord {
        if (slot < 0 || slot > Slots.SYSTEM) {
            throw new IllegalArgumentException(
                    "There is no slot %d; slots are 0 to %d.".formatted(slot, Slots.SYSTEM));
        }
    }

    SlotRecord withTenure(int number) {
        return new SlotRecord(slot, configuration, standing, rightLost, number);
    }

    /** Whether this node came anew to the slot, and has not rebuilt all of it. */
    public boolean isRebuilding() {
        return standing == SlotStanding.REBUILDING;
    }
}
