package io.paxosstore.node;

import io.paxosstore.core.Voters;
import io.paxosstore.node.call.Route;
import io.paxosstore.node.call.Routing;
import io.paxosstore.node.slot.NodeSlots;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.List;

/**
 * Has calls executed by a voter of their slot, the preferred one first, where this node is none
 * (Rule M13). Where it is one, something else may say who executes them.
 */
record SlotRouting(int self, NodeSlots slots, Routing amongVoters) implements Routing {
    @Override
    public Route route(EntityKey key) {
        Voters voters = slots.configurationOf(key).voters();
        if (voters.contains(self)) {
            return amongVoters.route(key);
        }
        List<Integer> order = new ArrayList<>(voters.count());
        for (int place = 0; place < voters.count(); place++) {
            order.add(voters.id(place));
        }
        return new Route.There(order);
    }
}
