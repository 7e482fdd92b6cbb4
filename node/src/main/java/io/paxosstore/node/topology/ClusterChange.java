package io.paxosstore.node.topology;

import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Course;

/** What an operator may want of the cluster. Immutable. */
public sealed interface ClusterChange {
    /**
     * A node comes. Moves nothing: it is given slots by {@link Spread}, or because others go.
     *
     * @param node active, of an id that no node ever had
     */
    record Add(ClusterNode node) implements ClusterChange {}

    /**
     * A node takes the places of another one, dead or alive.
     *
     * @param leaving who goes
     * @param joining who comes, an active node of the same mini-cluster
     */
    record Replace(int leaving, int joining) implements ClusterChange {}

    /** A node's slots go to others, and it gets none any more. */
    record Drain(int node) implements ClusterChange {}

    /** A node that was to go stays. What has moved away stays away until {@link Spread}. */
    record Keep(int node) implements ClusterChange {}

    /** A node that votes nowhere any more is forgotten, but for its id. */
    record Remove(int node) implements ClusterChange {}

    /**
     * A node may carry more or less. Moves nothing until {@link Spread}.
     *
     * @param weight 1 to {@link ClusterNode#WEIGHT_MAX}
     */
    record Reweigh(int node, int weight) implements ClusterChange {}

    /** A node that votes nowhere stands elsewhere. */
    record Relocate(int node, String zone, int miniCluster) implements ClusterChange {}

    /** A node is reached elsewhere; what it holds and votes for stays. */
    record Readdress(int node, String host, int clientPort, int peerPort, int adminPort)
            implements ClusterChange {}

    /**
     * Slots get more or fewer voters.
     *
     * @param count 1, 3 or 5
     */
    record Voters(int count) implements ClusterChange {}

    /** Nodes that have too few slots get more. */
    record Spread() implements ClusterChange {}

    /** Changes of voters go on, wait, or are taken back. */
    record Steer(Course course) implements ClusterChange {}
}
