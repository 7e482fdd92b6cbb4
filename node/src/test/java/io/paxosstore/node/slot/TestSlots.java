package io.paxosstore.node.slot;

import io.paxosstore.core.Configuration;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/** Slots, and entities in them, for those who test something else. */
public final class TestSlots {
    private TestSlots() {}

    /** As a node stands that has never entered anything: these vote in every slot. */
    public static SlotView unchanged(int self, Integer... voters) {
        Configuration first = Configuration.first(voters);
        return SlotView.of(self, slot -> first, List.of());
    }

    /** As a node stands that has entered more since. */
    public static SlotView entered(SlotView before, SlotRecord... records) {
        return before.with(List.of(records));
    }

    /** As a node stands once it has entered later epochs, which it is told to have. */
    public static SlotRecord record(
            int slot, SlotConfiguration configuration, SlotStanding standing) {
        return new SlotRecord(slot, configuration, standing);
    }

    /** Slots in the epochs in which a view has them. */
    public static SlotEpochs epochs(SlotView view, Integer... slots) {
        return epochs(view, List.of(slots));
    }

    /** Slots in the epochs in which a view has them. */
    public static SlotEpochs epochs(SlotView view, Collection<Integer> slots) {
        BitSet those = new BitSet();
        slots.forEach(those::set);
        return SlotEpochs.of(those, view);
    }

    /** An entity of a slot, another one for each number. */
    public static EntityKey keyIn(int slot, int space, int number) {
        for (int tag = 0; ; tag++) {
            byte[] name = ("{" + tag + "}" + number).getBytes(StandardCharsets.UTF_8);
            if (Slots.of(name) == slot) {
                return new EntityKey(space, name);
            }
        }
    }
}
