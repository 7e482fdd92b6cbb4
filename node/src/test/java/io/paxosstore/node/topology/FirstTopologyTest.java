package io.paxosstore.node.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.TopologyCodec;

import org.junit.jupiter.api.Test;

import java.util.List;

/** All nodes of a new cluster would write the same. */
final class FirstTopologyTest {
    private static final List<ClusterNode> THREE = Clusters.nodes(1);

    private static void assertSameBytes(FirstTopology first, List<ClusterNode> nodes) {
        assertArrayEquals(
                TopologyCodec.encode(first.of(nodes)),
                TopologyCodec.encode(first.of(nodes.reversed())));
    }

    @Test
    void theOrderOfTheConfigurationDoesNotMatter() {
        assertSameBytes(FirstTopology.planned(3), Clusters.nodes(2));
        assertSameBytes(FirstTopology.everywhere((slot, ids) -> ids), THREE);
    }

    /** What nodes agreed on before there was a topology is what it says. */
    @Test
    void aClusterThatHasServedKeepsItsOrders() {
        FirstTopology first =
                FirstTopology.everywhere((slot, ids) -> slot == 5 ? ids.reversed() : ids);
        assertEquals(List.of(3, 2, 1), first.of(THREE).configurationOf(5).ids());
        assertEquals(3, first.of(THREE).configurationOf(5).right().owner());
        assertEquals(List.of(1, 2, 3), first.of(THREE.reversed()).configurationOf(6).ids());
    }

    @Test
    void aClusterThatIsTooSmallIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> FirstTopology.planned(5).of(THREE));
    }
}
