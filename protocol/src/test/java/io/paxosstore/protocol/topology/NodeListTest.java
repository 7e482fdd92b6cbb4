package io.paxosstore.protocol.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What an operator may say of nodes, and how a mistake is told. */
final class NodeListTest {
    private static String refusal(Runnable what) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, what::run).getMessage());
    }

    private static ClusterNode node(int id, String host, int port, String zone, int weight) {
        return new ClusterNode(id, host, port, port, port, zone, 0, Membership.ACTIVE, weight);
    }

    @Test
    void aMistakeIsOneSentenceWithTheRemedy() {
        assertEquals(
                "Node id 0 is not allowed; ids are 1 to 999999999.",
                refusal(() -> node(0, "a", 7400, "z", 100)));
        assertEquals(
                "The host 'a b' of node 1 is no name or address; write 1 to 253 printable"
                        + " characters without spaces.",
                refusal(() -> node(1, "a b", 7400, "z", 100)));
        assertEquals(
                "Port 65536 of node 1 is out of range; ports are 1 to 65535.",
                refusal(() -> node(1, "a", 65_536, "z", 100)));
        assertEquals(
                "The zone 'Z' of node 1 is no name of a zone; write 1 to 64 of a-z, 0-9, _ and -.",
                refusal(() -> node(1, "a", 7400, "Z", 100)));
        assertEquals(
                "The weight 0 of node 1 is out of range; weights are 1 to 10000.",
                refusal(() -> node(1, "a", 7400, "z", 0)));
    }

    @Test
    void idsAndAddressesDiffer() {
        ClusterNode one = node(1, "::1", 7400, "z", 100);
        assertEquals(
                "Node id 1 is given twice; ids must differ.",
                refusal(() -> new NodeList(1, List.of(one, node(1, "b", 7400, "z", 100)))));
        assertEquals(
                "Nodes 1 and 2 are both at [::1]:7400; each needs an address of its own.",
                refusal(() -> new NodeList(1, List.of(node(2, "::1", 7400, "z", 100), one))));
    }

    @Test
    void aRemovedNodeLeavesItsAddressButNotItsId() {
        NodeList list =
                new NodeList(4, List.of(node(1, "a", 7400, "z", 100)))
                        .with(node(1, "a", 7400, "z", 100).as(Membership.REMOVED))
                        .with(node(2, "a", 7400, "z", 100));
        assertEquals(6, list.version());
        assertEquals(Membership.REMOVED, list.find(1).map(ClusterNode::membership).orElseThrow());
        assertTrue(list.find(3).isEmpty());
    }
}
