package io.paxosstore.node.topology;

import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.NodeList;

import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Notes when a node brings a zone that no other one is in. It may be meant; but each later plan
 * spreads voters over all zones that nodes are in, also those that vote nowhere yet, so that a name
 * with a slip in it moves most slots, or leaves no group with nodes in enough zones.
 */
final class NewZone {
    private NewZone() {}

    /**
     * What is to be said of a change, if anything is.
     *
     * @param nodes the list after it
     */
    static Optional<String> warning(ClusterChange change, NodeList nodes) {
        return switch (change) {
            case ClusterChange.Add add -> warning(add.node().id(), nodes);
            case ClusterChange.Relocate relocate -> warning(relocate.node(), nodes);
            default -> Optional.empty();
        };
    }

    private static Optional<String> warning(int id, NodeList nodes) {
        SortedSet<String> others =
                nodes.nodes().stream()
                        .filter(node -> node.id() != id)
                        .filter(node -> node.membership() == Membership.ACTIVE)
                        .map(ClusterNode::zone)
                        .collect(Collectors.toCollection(TreeSet::new));
        return nodes.find(id)
                .map(ClusterNode::zone)
                .filter(zone -> !others.isEmpty() && !others.contains(zone))
                .map(zone ->
                        "Node "
                                + id
                                + " is the only active one in zone "
                                + zone
                                + " (the others: "
                                + String.join(", ", others)
                                + "), and the next plan spreads voters over it, too; if that is"
                                + " a slip, correct it first (bin/paxosstore members place).");
    }
}
