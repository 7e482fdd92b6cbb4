package io.paxosstore.server.node;

import io.paxosstore.protocol.wire.NodeAddress;
import io.paxosstore.server.front.redis.ClusterView;
import io.paxosstore.server.front.shared.Situation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The cluster as this node knows it, for clients of Redis. Thread-safe.
 *
 * @param connected the other nodes that this one is connected to
 */
record NodeClusterView(
        int self,
        Supplier<List<NodeAddress>> addresses,
        Supplier<? extends Set<Integer>> connected,
        Situation situation)
        implements ClusterView {
    @Override
    public List<NodeAddress> nodes() {
        return addresses.get();
    }

    @Override
    public Set<Integer> reachable() {
        Set<Integer> reachable = new HashSet<>(connected.get());
        reachable.add(self);
        return reachable;
    }

    @Override
    public boolean isUp() {
        return situation.noMajority().isEmpty();
    }
}
