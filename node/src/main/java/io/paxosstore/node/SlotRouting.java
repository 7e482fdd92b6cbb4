package io.paxosstore.node;

import io.paxosstore.core.Voters;
import io.paxosstore.node.call.Route;
import io.paxosstore.node.call.Routing;
import io.paxosstore.node.slot.NodeSlots;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Has calls executed by a voter of their slot, the preferred one first, where this node is none
 * (Rule M13). Where it is one, something else may say who executes them. Thread-safe.
 */
final class SlotRouting implements Routing {
    private final int self;
    private final NodeSlots slots;
    private final Predicate<EntityKey> isForOthers;
    private final Routing amongVoters;
    private final AtomicInteger turn = new AtomicInteger();

    /**
     * @param isForOthers what this node does not execute though it votes for it, since it does not
     *     know yet what it has lost, or in which epochs it stands, and has to find it out; from any
     *     thread
     */
    SlotRouting(int self, NodeSlots slots, Predicate<EntityKey> isForOthers, Routing amongVoters) {
        this.self = self;
        this.slots = slots;
        this.isForOthers = isForOthers;
        this.amongVoters = amongVoters;
    }

    @Override
    public Route route(EntityKey key) {
        Voters voters = slots.configurationOf(key).voters();
        boolean isIn = voters.contains(self);
        if (isIn && !isForOthers.test(key)) {
            return amongVoters.route(key);
        }
        List<Integer> order = new ArrayList<>(voters.count());
        for (int place = 0; place < voters.count(); place++) {
            if (voters.id(place) != self) {
                order.add(voters.id(place));
            }
        }
        if (isIn && !order.isEmpty()) {
            // The first of the others may be in the same doubt, and its answer is a refusal.
            Collections.rotate(order, turn.getAndIncrement() % order.size());
        }
        return new Route.There(order);
    }
}
