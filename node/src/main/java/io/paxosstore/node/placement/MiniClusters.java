package io.paxosstore.node.placement;

import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;

import java.util.List;

/** Which mini-cluster a node joins of which the operator says nothing else. */
public final class MiniClusters {
    /**
     * How many nodes of a zone form a mini-cluster. The more, the less falls on each of the others
     * when one is dead; the more nodes does each have to talk to.
     */
    public static final int SIZE_DEFAULT = 2;

    private MiniClusters() {}

    /**
     * The number of the mini-cluster of its zone that a new node joins: the first that has fewer
     * active nodes than its size. While there is one zone all its nodes are alike, in mini-cluster
     * 0.
     *
     * @param size of a mini-cluster, at least 1
     */
    public static int numberFor(String zone, List<ClusterNode> nodes, int size) {
        List<ClusterNode> active =
                nodes.stream().filter(node -> node.membership() == Membership.ACTIVE).toList();
        if (active.stream().allMatch(node -> node.zone().equals(zone))) {
            return 0;
        }
        int number = 0;
        while (sizeOf(zone, number, active) >= size) {
            number++;
        }
        return number;
    }

    private static long sizeOf(String zone, int number, List<ClusterNode> active) {
        return active.stream()
                .filter(node -> node.zone().equals(zone) && node.miniCluster() == number)
                .count();
    }
}
