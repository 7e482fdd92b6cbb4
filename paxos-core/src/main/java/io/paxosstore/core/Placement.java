package io.paxosstore.core;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.FirstVoters;
import io.paxosstore.protocol.topology.SlotConfiguration;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Says which nodes vote for an entity, and in which order requests prefer them. Immutable: a node
 * that enters other epochs has another placement (Rule M2).
 */
public interface Placement {
    /** The configuration of the entity's slot, in the epoch that this node has entered. */
    Configuration configurationOf(EntityKey key);

    /**
     * Each slot has a configuration of its own; those that are the same object take no more memory
     * than one.
     *
     * @param slots by the number of the slot, {@link Slots#COUNT}
     */
    static Placement bySlot(Configuration... slots) {
        Invariant.check(slots.length == Slots.COUNT, "every slot has a configuration");
        Configuration[] table = slots.clone();
        return key -> table[key.slot()];
    }

    /**
     * All these nodes vote for every entity, and that was never changed; the order of preference is
     * {@link FirstVoters}'.
     *
     * @param nodeIds 1, 3 or 5, in any order
     */
    static Placement neverChanged(int... nodeIds) {
        List<Integer> ascending = Arrays.stream(nodeIds).sorted().boxed().toList();
        Map<List<Integer>, Configuration> byOrder = new LinkedHashMap<>();
        Configuration[] slots = new Configuration[Slots.COUNT];
        for (int slot = 0; slot < slots.length; slot++) {
            slots[slot] =
                    byOrder.computeIfAbsent(
                            FirstVoters.order(slot, ascending),
                            order -> Configuration.of(SlotConfiguration.first(order)));
        }
        return bySlot(slots);
    }
}
