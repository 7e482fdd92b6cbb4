package io.paxosstore.node;

import io.paxosstore.log.identity.Remembered;
import io.paxosstore.node.peer.PeerHello;
import io.paxosstore.node.repair.Founding;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/**
 * Which node of which cluster a host is.
 *
 * @param clusterId the name of the cluster
 * @param configEpoch the version of its membership (Rule M0)
 * @param settings its cluster-wide settings, which must be the same on all nodes
 * @param nodeId this node
 * @param nodeIds all nodes that are known at the start, this one among them
 * @param nodesVersion of the topology's list of nodes of which they are; 0 of none
 * @param firstVoters those that vote in every slot before its first change
 */
public record HostIdentity(
        String clusterId,
        long configEpoch,
        SortedMap<String, String> settings,
        int nodeId,
        List<Integer> nodeIds,
        long nodesVersion,
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
        this(clusterId, configEpoch, settings, nodeId, nodeIds, 0, nodeIds);
    }

    /** What this node's part was when the cluster began. */
    Founding founding() {
        Set<Integer> others = new HashSet<>(firstVoters);
        boolean isFirst = others.remove(nodeId);
        return new Founding(isFirst, others, nodeIds.size() == 1);
    }

    /**
     * How this node greets others, with what its store says of itself now.
     *
     * @param shards how many it has
     */
    PeerHello hello(NodeStore store, int shards) {
        return new PeerHello(
                clusterId,
                configEpoch,
                settings,
                nodeId,
                store.storeId(),
                store.incarnation(),
                0,
                shards,
                0,
                0,
                store.standing(),
                Remembered.NOTHING,
                PeerHello.FEATURES,
                store.lives());
    }

    /** The other nodes. */
    public List<Integer> peerIds() {
        return nodeIds.stream().filter(id -> id != nodeId).toList();
    }
}
