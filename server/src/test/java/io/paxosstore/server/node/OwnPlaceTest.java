package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;

import org.junit.jupiter.api.Test;

/** A place that is configured and does not count is told. */
class OwnPlaceTest {
    private static ClusterNode node(String zone, int miniCluster, int weight) {
        return new ClusterNode(
                4, "h", 7400, 7401, 7402, zone, miniCluster, Membership.ACTIVE, weight);
    }

    @Test
    void whatIsConfiguredAndDoesNotCountIsNamed() {
        ClusterNode listed = node("east", 1, 200);
        assertEquals(
                "node 4 is configured with zone west, mini-cluster 1, weight 200; in the cluster's"
                        + " list of nodes it has zone east, mini-cluster 1, weight 200, which"
                        + " counts: the configuration's counts when a cluster is founded or joined."
                        + " Change the list with `paxosstore members place` or `members weight`, or"
                        + " correct the configuration",
                OwnPlace.ignored(node("west", 1, 200), listed));
        assertNotEquals("", OwnPlace.ignored(node("east", 0, 100), listed));
        assertNotEquals("", OwnPlace.ignored(node("east", 1, 50), listed));
        assertNotEquals("", OwnPlace.ignored(node("default", 1, 100), listed));
    }

    @Test
    void whatIsEqualOrNotConfiguredIsNot() {
        ClusterNode listed = node("east", 1, 200);
        assertEquals("", OwnPlace.ignored(listed, listed));
        assertEquals("", OwnPlace.ignored(node("east", 1, 100), listed));
        assertEquals("", OwnPlace.ignored(node("default", 0, 100), listed));
    }
}
