package io.paxosstore.node.topology;

import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Topology;

import java.util.List;

/**
 * The topology of a cluster that has none yet. The same nodes give the same bytes on every node,
 * whatever the order in which they are named: whoever writes a part first, it is the same.
 */
@FunctionalInterface
public interface FirstTopology {
    /** The first version of all parts. */
    Topology of(List<ClusterNode> nodes);
}
