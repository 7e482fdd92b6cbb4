package io.paxosstore.node;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Which node of which cluster a host is.
 *
 * @param clusterId the name of the cluster
 * @param configEpoch the version of its membership (Rule M0)
 * @param settings its cluster-wide settings, which must be the same on all nodes
 * @param nodeId this node
 * @param nodeIds all nodes, this one among them
 * @param firstVoters those that vote in every slot before its first change
 */
public record HostIdentity(
        String clusterId,
        long configEpoch,
        SortedMap<String, String> settings,
        int nodeId,
        List<Integer> nodeIds,
        List<Integer> firstVoters) {
    public HostIdentity {
        nodeIds = List.copyOf(nodeIds);
        firstVoters = List.copyOf(firstVoters);
    }

    /** A node of a cluster in which all vote. */
    public HostIdentity(
            String clusterId,
            long configEpoch,
            SortedMap<String, String> settings,
            int nodeId,
            List<Integer> nodeIds) {
        this(clusterId, configEpoch, settings, nodeId, nodeIds, nodeIds);
    }

    /** The others that may know what this node voted before the first change; none if it did not. */
    public Set<Integer> firstPeers() {
        return firstVoters.contains(nodeId)
                ? firstVoters.stream().filter(id -> id != nodeId).collect(Collectors.toSet())
                : Set.of();
    }

    /** The other nodes. */
    public List<Integer> peerIds() {
        return nodeIds.stream().filter(id -> id != nodeId).toList();
    }
}
