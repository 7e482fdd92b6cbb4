package io.paxosstore.node.topology;

import io.paxosstore.node.placement.Planner;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Topology;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The topology of a cluster that has none yet. The same nodes give the same bytes on every node,
 * whatever the order in which they are named: whoever writes a part first, it is the same.
 */
@FunctionalInterface
public interface FirstTopology {
    /**
     * The first version of all parts.
     *
     * @throws IllegalArgumentException with a sentence for the operator, when there are too few
     *     nodes
     */
    Topology of(List<ClusterNode> nodes);

    /** In which order nodes vote that all vote for every slot. */
    @FunctionalInterface
    interface Order {
        /**
         * The order of a slot.
         *
         * @param ids of all nodes, in ascending order
         */
        List<Integer> of(int slot, List<Integer> ids);
    }

    /**
     * That of a new cluster: slots are where the planner puts them.
     *
     * @param voters of each slot: 1, 3 or 5
     */
    static FirstTopology planned(int voters) {
        return nodes -> Topology.first(nodes, new Planner(nodes, voters).first().slots());
    }

    /**
     * That of a cluster which has served without a topology: all its nodes, 1, 3 or 5, vote for
     * every slot, and did so in this order.
     */
    static FirstTopology everywhere(Order order) {
        return nodes -> {
            List<Integer> ids = nodes.stream().map(ClusterNode::id).sorted().toList();
            return Topology.first(
                    nodes,
                    IntStream.range(0, Slots.COUNT).mapToObj(slot -> order.of(slot, ids)).toList());
        };
    }
}
