package io.paxosstore.protocol.topology;

import io.paxosstore.protocol.key.Slots;

/**
 * What the topology has beside its pages, and is changed as one: the nodes, who votes for the
 * topology itself, and what is wanted of the placement. Its version is that of the list of nodes.
 * Immutable.
 *
 * @param nodes all of them
 * @param system the configuration of the {@linkplain Slots#SYSTEM system slot}
 * @param goal what is wanted
 */
public record TopologyHead(NodeList nodes, SlotConfiguration system, Goal goal) {
    /**
     * Checks that whoever is named is in the list.
     *
     * @throws IllegalArgumentException with a sentence that says what is wrong and what would do
     */
    public TopologyHead {
        for (Voter voter : system.voters()) {
            checkKnown(voter.node(), nodes);
        }
        for (Replacement replacement : goal.replacements()) {
            checkKnown(replacement.leaving(), nodes);
            checkKnown(replacement.joining(), nodes);
        }
    }

    private static void checkKnown(int node, NodeList nodes) {
        Check.that(
                nodes.find(node).isPresent(),
                () -> "Node " + node + " is named and is not in the list of nodes; add it first.");
    }

    /** Grows with every change of any of its parts, from 1. */
    public long version() {
        return nodes.version();
    }

    /**
     * The next version, with another configuration of the system slot.
     *
     * @throws IllegalArgumentException when it does not follow the present one
     */
    public TopologyHead with(SlotConfiguration next) {
        Check.that(
                next.epoch() == system.epoch() + 1,
                () ->
                        "Epoch "
                                + next.epoch()
                                + " of the system slot cannot follow epoch "
                                + system.epoch()
                                + ", read the topology again.");
        return new TopologyHead(nodes.next(), next, goal);
    }

    /** The next version, with another goal. */
    public TopologyHead with(Goal next) {
        return new TopologyHead(nodes.next(), system, next);
    }

    /** The next version, with a node put in, or in the place of the one of its id. */
    public TopologyHead with(ClusterNode changed) {
        return new TopologyHead(nodes.with(changed), system, goal);
    }

    /** The next version, with a changed node and another goal. */
    public TopologyHead with(ClusterNode changed, Goal next) {
        return new TopologyHead(nodes.with(changed), system, next);
    }
}
