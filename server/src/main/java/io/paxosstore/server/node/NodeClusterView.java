package io.paxosstore.server.node;

import io.paxosstore.protocol.wire.NodeAddress;
import io.paxosstore.server.front.redis.ClusterView;
import io.paxosstore.server.front.shared.Situation;

import java.util.List;
import java.util.function.Supplier;

/** The cluster as this node knows it, for clients of Redis. Thread-safe. */
record NodeClusterView(int self, Supplier<List<NodeAddress>> addresses, Situation situation)
        implements ClusterView {
    @Override
    public List<NodeAddress> nodes() {
        return addresses.get();
    }

    @Override
    public boolean isUp() {
        return situation.noMajority().isEmpty();
    }
}
