package io.paxosstore.protocol.topology;

import java.util.Optional;
import java.util.function.Predicate;

/**
 * What an operator may want of the cluster. Each names how something is to be, not a step towards
 * it, so that one that is asked for twice is done once: see {@link #holdsIn}. Immutable.
 */
public sealed interface ClusterChange {
    /**
     * Whether the cluster is as wanted, by its list of nodes and its goal; slots may still have to
     * move. It cannot be seen of {@link Spread}, which may be asked for as often as one likes.
     */
    boolean holdsIn(TopologyHead head);

    /**
     * A node comes. Moves nothing: it is given slots by {@link Spread}, or because others go.
     *
     * @param node active, of an id that no node ever had
     */
    record Add(ClusterNode node) implements ClusterChange {
        @Override
        public boolean holdsIn(TopologyHead head) {
            return holds(head, node.id(), node::equals);
        }
    }

    /**
     * A node takes the places of another one, dead or alive.
     *
     * @param leaving who goes
     * @param joining who comes, an active node of the same mini-cluster
     */
    record Replace(int leaving, int joining) implements ClusterChange {
        @Override
        public boolean holdsIn(TopologyHead head) {
            return head.goal().replacementOf(leaving).equals(Optional.of(joining));
        }
    }

    /** A node's slots go to others, and it gets none any more. */
    record Drain(int node) implements ClusterChange {
        @Override
        public boolean holdsIn(TopologyHead head) {
            return holds(head, node, is -> is.membership() == Membership.DRAINING);
        }
    }

    /** A node that was to go stays. What has moved away stays away until {@link Spread}. */
    record Keep(int node) implements ClusterChange {
        @Override
        public boolean holdsIn(TopologyHead head) {
            return holds(head, node, is -> is.membership() == Membership.ACTIVE);
        }
    }

    /** A node that votes nowhere any more is forgotten, but for its id. */
    record Remove(int node) implements ClusterChange {
        @Override
        public boolean holdsIn(TopologyHead head) {
            return holds(head, node, is -> is.membership() == Membership.REMOVED);
        }
    }

    /**
     * A node may carry more or less. Moves nothing until {@link Spread}.
     *
     * @param weight 1 to {@link ClusterNode#WEIGHT_MAX}
     */
    record Reweigh(int node, int weight) implements ClusterChange {
        @Override
        public boolean holdsIn(TopologyHead head) {
            return holds(head, node, is -> is.weight() == weight);
        }
    }

    /** A node that votes nowhere stands elsewhere. */
    record Relocate(int node, String zone, int miniCluster) implements ClusterChange {
        @Override
        public boolean holdsIn(TopologyHead head) {
            return holds(
                    head, node, is -> is.zone().equals(zone) && is.miniCluster() == miniCluster);
        }
    }

    /** A node is reached elsewhere; what it holds and votes for stays. */
    record Readdress(int node, String host, int clientPort, int peerPort, int adminPort)
            implements ClusterChange {
        /** To where a node is, that says so of itself. */
        public static Readdress of(ClusterNode node) {
            return new Readdress(
                    node.id(), node.host(), node.clientPort(), node.peerPort(), node.adminPort());
        }

        @Override
        public boolean holdsIn(TopologyHead head) {
            return holds(
                    head,
                    node,
                    is ->
                            is.host().equals(host)
                                    && is.clientPort() == clientPort
                                    && is.peerPort() == peerPort
                                    && is.adminPort() == adminPort);
        }
    }

    /**
     * Slots get more or fewer voters.
     *
     * @param count 1, 3 or 5
     */
    record Voters(int count) implements ClusterChange {
        @Override
        public boolean holdsIn(TopologyHead head) {
            return head.goal().voters() == count;
        }
    }

    /** Nodes that have too few slots get more; then orders of preference are evened out. */
    record Spread() implements ClusterChange {
        @Override
        public boolean holdsIn(TopologyHead head) {
            return false;
        }
    }

    /** Changes of voters go on, wait, or are taken back. */
    record Steer(Course course) implements ClusterChange {
        @Override
        public boolean holdsIn(TopologyHead head) {
            return head.goal().course() == course;
        }
    }

    private static boolean holds(TopologyHead head, int node, Predicate<ClusterNode> what) {
        return head.nodes().find(node).filter(what).isPresent();
    }
}
