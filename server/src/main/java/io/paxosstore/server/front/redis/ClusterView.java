package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.wire.NodeAddress;

import java.util.List;

/** What clients of Redis are told of the cluster. From any thread. */
public interface ClusterView {
    /** The number of this node. */
    int self();

    /** Where the nodes are that clients may go to. */
    List<NodeAddress> nodes();

    /** Whether a majority can be reached. */
    boolean isUp();
}
