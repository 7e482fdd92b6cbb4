package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.identity.KnownNodes;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.NodeList;
import io.paxosstore.protocol.topology.Topology;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What somebody tells of the nodes is not what the topology says of them. */
final class KnownMembersTest {
    private static final List<ClusterNode> FOUNDERS = List.of(node(1), node(2), node(3));
    private static final Topology FIRST =
            Topology.first(FOUNDERS, Collections.nCopies(Slots.COUNT, List.of(1, 2, 3)));

    private final List<NodeList> kept = new ArrayList<>();
    private final List<List<Integer>> told = new ArrayList<>();
    private final KnownMembers members =
            new KnownMembers(new KnownNodes(FOUNDERS, null), kept::add, Runnable::run);

    KnownMembersTest() {
        members.follow(nodes -> told.add(nodes.stream().map(ClusterNode::id).toList()));
        told.clear();
    }

    private static ClusterNode node(int id) {
        return new ClusterNode(
                id,
                "h" + id,
                1,
                1,
                1,
                ClusterNode.ZONE_DEFAULT,
                0,
                Membership.ACTIVE,
                ClusterNode.WEIGHT_DEFAULT);
    }

    /** The first list, with so many more nodes, in a version for each. */
    private static NodeList list(int more) {
        NodeList list = FIRST.nodes();
        for (int i = 1; i <= more; i++) {
            list = list.with(node(3 + i));
        }
        return list;
    }

    private static Topology topology(int more) {
        Topology topology = FIRST;
        for (int i = 1; i <= more; i++) {
            topology = topology.with(topology.head().with(node(3 + i)));
        }
        return topology;
    }

    @Test
    void hearsayMakesConnectionsAndIsNotKept() {
        assertTrue(members.lacks(list(2)));
        members.hear(list(2));
        assertEquals(List.of(List.of(1, 2, 3, 4, 5)), told);
        assertEquals(List.of(), kept);
        assertEquals(FOUNDERS, members.nodes());
    }

    @Test
    void whatIsOlderThanWhatIsKnownIsNotHeard() {
        members.changed(topology(1));
        told.clear();
        assertFalse(members.lacks(list(1)));
        members.hear(list(1));
        members.hear(list(0));
        assertEquals(List.of(), told);
    }

    /** Though it has the nodes that were known before. */
    @Test
    void theTopologyEndsWhatWasHeard() {
        members.hear(list(2));
        told.clear();
        members.changed(FIRST);
        assertEquals(List.of(List.of(1, 2, 3)), told);
        assertEquals(List.of(FIRST.nodes()), kept);
    }
}
