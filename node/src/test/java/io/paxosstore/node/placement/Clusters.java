package io.paxosstore.node.placement;

import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;

import java.util.ArrayList;
import java.util.List;

/** Clusters for tests. */
final class Clusters {
    private Clusters() {}

    static ClusterNode node(int id, String zone, int miniCluster) {
        return node(id, zone, miniCluster, ClusterNode.WEIGHT_DEFAULT);
    }

    static ClusterNode node(int id, String zone, int miniCluster, int weight) {
        return new ClusterNode(
                id, "node" + id, 7400, 7401, 7402, zone, miniCluster, Membership.ACTIVE, weight);
    }

    /** Zones a, b, c ... with as many mini-clusters of as many nodes each; ids from 1. */
    static List<ClusterNode> of(int zones, int groups, int size) {
        List<ClusterNode> nodes = new ArrayList<>();
        for (int zone = 0; zone < zones; zone++) {
            for (int group = 0; group < groups; group++) {
                for (int i = 0; i < size; i++) {
                    nodes.add(node(nodes.size() + 1, zone(zone), group));
                }
            }
        }
        return nodes;
    }

    static String zone(int zone) {
        return String.valueOf((char) ('a' + zone));
    }

    /** With one of them as something else to its cluster. */
    static List<ClusterNode> with(List<ClusterNode> nodes, int id, Membership membership) {
        return nodes.stream().map(node -> node.id() == id ? node.as(membership) : node).toList();
    }

    static List<ClusterNode> and(List<ClusterNode> nodes, ClusterNode... more) {
        List<ClusterNode> all = new ArrayList<>(nodes);
        all.addAll(List.of(more));
        return all;
    }
}
