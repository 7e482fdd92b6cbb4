package io.paxosstore.node.topology;

import io.paxosstore.protocol.topology.Topology;

/** Who is told when a node's copy of the topology has changed. */
@FunctionalInterface
public interface TopologyFollower {
    /**
     * The copy is this now; on the topology's loop. Versions of parts and epochs of slots never
     * fall from one call to the next. What changed, the follower finds by their versions.
     */
    void changed(Topology topology);
}
