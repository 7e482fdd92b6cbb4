package io.paxosstore.node.slot;

import io.paxosstore.core.Configuration;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/** Slots, and entities in them, for those who test something else. */
public final class TestSlots {
    /** By slot, what in braces makes the name of an entity there. */
    private static final int[] TAGS = tags();

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
        String name = "{" + TAGS[slot] + "}" + number;
        return new EntityKey(space, name.getBytes(StandardCharsets.UTF_8));
    }

    private static int[] tags() {
        int[] tags = new int[Slots.COUNT];
        int left = Slots.COUNT;
        for (int tag = 1; left > 0; tag++) {
            int slot = Slots.of(("{" + tag + "}").getBytes(StandardCharsets.UTF_8));
            left -= tags[slot] == 0 ? 1 : 0;
            tags[slot] = tag;
        }
        return tags;
    }
}
