package io.paxosstore.node.topology;

import io.paxosstore.node.placement.Planner;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.Topology;

import java.util.ArrayList;
import java.util.List;

/** Clusters for tests: zones a, b, c with one mini-cluster each. */
final class Clusters {
    private Clusters() {}

    static ClusterNode node(int id, String zone) {
        return new ClusterNode(
                id,
                "node" + id,
                7400,
                7401,
                7402,
                zone,
                0,
                Membership.ACTIVE,
                ClusterNode.WEIGHT_DEFAULT);
    }

    /** So many nodes in each zone; ids from 1, zone by zone. */
    static List<ClusterNode> nodes(int size) {
        List<ClusterNode> nodes = new ArrayList<>();
        for (String zone : List.of("a", "b", "c")) {
            for (int i = 0; i < size; i++) {
                nodes.add(node(nodes.size() + 1, zone));
            }
        }
        return nodes;
    }

    /** The first topology of a cluster, as the planner places slots. */
    static Topology first(List<ClusterNode> nodes, int voters) {
        return Topology.first(nodes, new Planner(nodes, voters).first().slots());
    }

    /** What is allowed, all nodes being up. */
    static Topology changed(Topology topology, ClusterChange... changes) {
        Topology changed = topology;
        for (ClusterChange change : changes) {
            ChangeVerdict verdict = ClusterChanges.judge(change, changed, id -> true);
            if (!(verdict instanceof ChangeVerdict.Allowed allowed)) {
                throw new AssertionError(change + ": " + verdict);
            }
            changed = changed.with(allowed.head());
        }
        return changed;
    }
}
