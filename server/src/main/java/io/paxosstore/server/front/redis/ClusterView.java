package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.wire.NodeAddress;

import java.util.List;
import java.util.Set;

/** What clients of Redis are told of the cluster. From any thread. */
public interface ClusterView {
    /** The number of this node. */
    int self();

    /** Where the nodes are that clients may go to. */
    List<NodeAddress> nodes();

    /** The numbers of those that this one is connected to, and its own. */
    Set<Integer> reachable();

    /** Whether a majority can be reached. */
    boolean isUp();
}
