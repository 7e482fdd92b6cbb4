package io.paxosstore.core;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.FirstVoters;
import io.paxosstore.protocol.topology.SlotConfiguration;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The configurations of slots whose voters were never changed, by the number of the slot: all nodes
 * vote, in the order of {@link FirstVoters}. Immutable; few objects, since orders repeat.
 */
public final class FirstConfigurations implements IntFunction<Configuration> {
    private final Configuration[] byOrder;

    /**
     * @param nodeIds 1, 3 or 5, in any order
     */
    public FirstConfigurations(int... nodeIds) {
        List<Integer> ascending = Arrays.stream(nodeIds).sorted().boxed().toList();
        this.byOrder = new Configuration[FirstVoters.orders(nodeIds.length)];
        for (int slot = 0; slot < byOrder.length; slot++) {
            List<Integer> order = FirstVoters.order(slot, ascending);
            byOrder[slot] = Configuration.of(SlotConfiguration.first(order));
        }
    }

    @Override
    public Configuration apply(int slot) {
        return byOrder[Slots.likeSlot(slot) % byOrder.length];
    }
}
