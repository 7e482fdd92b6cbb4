package io.paxosstore.protocol.topology;

import java.util.List;

/**
 * What a change of the cluster moves, for whoever asked for it. The moves begin later. Immutable.
 *
 * @param version of the list of nodes and the goal, with the change
 * @param slots how many slots get other voters
 * @param orders how many slots keep their voters and are asked for elsewhere
 * @param copies how often a node has a slot's data to fetch
 * @param nodes what it means for each node that votes before or afterwards, in ascending order of
 *     their ids
 */
public record ClusterMoves(long version, int slots, int orders, int copies, List<NodeMoves> nodes) {
    /** Copies the list. */
    public ClusterMoves {
        nodes = List.copyOf(nodes);
    }

    /** Whether nothing moves. */
    public boolean isStill() {
        return slots == 0 && orders == 0;
    }
}
