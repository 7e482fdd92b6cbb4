package io.paxosstore.node;

import java.util.List;
import java.util.SortedMap;

/**
 * Which node of which cluster a host is.
 *
 * @param clusterId the name of the cluster
 * @param configEpoch the version of its membership (Rule M0)
 * @param settings its cluster-wide settings, which must be the same on all nodes
 * @param nodeId this node
 * @param nodeIds all nodes, this one among them, in preference order
 */
public record HostIdentity(
        String clusterId,
        long configEpoch,
        SortedMap<String, String> settings,
        int nodeId,
        List<Integer> nodeIds) {
    public HostIdentity {
        nodeIds = List.copyOf(nodeIds);
    }

    /** The other nodes. */
    public List<Integer> peerIds() {
        return nodeIds.stream().filter(id -> id != nodeId).toList();
    }
}
