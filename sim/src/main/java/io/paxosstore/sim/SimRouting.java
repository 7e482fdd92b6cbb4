package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.node.call.Route;
import io.paxosstore.node.call.Routing;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Has other nodes execute some of the calls that a node gets from clients, though it could do so
 * itself: whoever executes it, a call has one outcome. Not thread-safe.
 */
final class SimRouting implements Routing {
    private final double chance;
    private final RandomSource random;
    private final List<Integer> others;

    /**
     * @param self the node that routes
     */
    SimRouting(SimCluster cluster, int self) {
        this.chance = cluster.swarm().forwardChance();
        // Not forked from the others' randomness: what they draw from a seed stays as it was.
        this.random = new RandomSource(cluster.swarm().load().attemptNanos() + self);
        this.others = cluster.nodeIds().stream().filter(id -> id != self).toList();
    }

    @Override
    public Route route(EntityKey key) {
        if (!random.chance(chance)) {
            return Route.HERE;
        }
        List<Integer> order = new ArrayList<>(others);
        Collections.rotate(order, random.nextInt(order.size()));
        return new Route.There(order);
    }
}
