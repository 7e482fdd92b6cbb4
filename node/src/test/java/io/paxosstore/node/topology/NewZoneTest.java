package io.paxosstore.node.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.Topology;

import org.junit.jupiter.api.Test;

import java.util.Optional;

/** A zone with a slip in its name is said before it moves anything. */
final class NewZoneTest {
    private final Topology three = Clusters.first(Clusters.nodes(1), 3);

    private static Optional<String> warning(Topology before, ClusterChange change) {
        return NewZone.warning(change, Clusters.changed(before, change).nodes());
    }

    @Test
    void aZoneOfOneNodeAloneIsNamed() {
        ClusterChange slip = new ClusterChange.Add(Clusters.node(4, "d"));
        assertTrue(
                warning(three, slip)
                        .orElseThrow()
                        .startsWith(
                                "Node 4 is the only active one in zone d (the others: a, b, c),"));
        Topology four = Clusters.changed(three, slip);
        assertEquals(Optional.empty(), warning(four, new ClusterChange.Relocate(4, "a", 0)));
        assertTrue(warning(four, new ClusterChange.Relocate(4, "e", 0)).isPresent());
        assertEquals(Optional.empty(), warning(four, new ClusterChange.Drain(4)));
    }

    @Test
    void aZoneOfOthersIsNot() {
        assertEquals(
                Optional.empty(), warning(three, new ClusterChange.Add(Clusters.node(4, "b"))));
    }
}
