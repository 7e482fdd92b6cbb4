package io.paxosstore.node.topology;

import io.paxosstore.protocol.topology.Goal;

import java.util.Optional;

/** Who gets whose places. */
final class Replacements {
    private Replacements() {}

    /**
     * Who gets the places of a node in the end, since who replaces it may be replaced, too: itself
     * if nobody replaces it.
     */
    static int heirOf(int node, Goal goal) {
        int heir = node;
        for (int i = 0; i < goal.replacements().size(); i++) {
            Optional<Integer> next = goal.replacementOf(heir);
            if (next.isEmpty()) {
                break;
            }
            heir = next.get();
        }
        return heir;
    }
}
