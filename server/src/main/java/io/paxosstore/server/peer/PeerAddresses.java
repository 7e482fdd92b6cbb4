package io.paxosstore.server.peer;

import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.server.config.ClusterMember;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Where the nodes of the cluster are reached: where its list says, or else where this node's
 * configuration does. So a cluster whose machines all have new addresses finds itself again by
 * edited configurations, though nobody could tell it of them. Thread-safe.
 */
final class PeerAddresses {
    private final Map<Integer, PeerAddress> configured;
    private final boolean isListTried;
    private volatile Map<Integer, PeerAddress> newest = Map.of();

    /**
     * @param isListTried whether nodes that are configured are tried where the list has them, too
     */
    PeerAddresses(List<ClusterMember> configured, boolean isListTried) {
        this.isListTried = isListTried;
        this.configured =
                configured.stream()
                        .collect(
                                Collectors.toMap(
                                        ClusterMember::id,
                                        member ->
                                                new PeerAddress(member.host(), member.peerPort())));
    }

    /** These are the nodes of the cluster from now on. */
    void members(List<ClusterNode> nodes) {
        newest =
                nodes.stream()
                        .collect(
                                Collectors.toMap(
                                        ClusterNode::id,
                                        node -> new PeerAddress(node.host(), node.peerPort())));
    }

    /** Where to try a node, one after the other; nowhere if it is none of the cluster's. */
    List<PeerAddress> of(int nodeId) {
        PeerAddress listed = newest.get(nodeId);
        if (listed == null) {
            return List.of();
        }
        PeerAddress other = configured.get(nodeId);
        if (other != null && !isListTried) {
            return List.of(other);
        }
        List<PeerAddress> addresses = new ArrayList<>(List.of(listed));
        if (other != null && !other.equals(listed)) {
            addresses.add(other);
        }
        return addresses;
    }
}
