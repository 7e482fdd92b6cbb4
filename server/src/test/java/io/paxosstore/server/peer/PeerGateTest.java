package io.paxosstore.server.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

final class PeerGateTest {
    private static final UUID STORE = new UUID(1, 2);
    private static final PeerHello SELF = new PeerHello("c", 1, "aa", 1, STORE, 1, 0, 2, 0);
    private static final PeerHello PEER =
            new PeerHello("c", 1, "aa", 2, new UUID(3, 4), 5, 1, 2, 0);

    private final Map<Integer, UUID> known = new HashMap<>();
    private final PeerGate gate =
            new PeerGate(
                    SELF,
                    Set.of(1, 2, 3),
                    (nodeId, store) -> {
                        UUID before = known.putIfAbsent(nodeId, store);
                        return before == null || before.equals(store);
                    });

    @Test
    void welcomesAMemberAndRemembersItsStore() {
        assertNull(gate.refusal(PEER));
        assertNull(gate.refusal(PEER));
        PeerHello replaced = new PeerHello("c", 1, "aa", 2, new UUID(9, 9), 1, 1, 2, 0);
        assertEquals(
                "Node 2 came with another data directory than it had before (now store"
                        + " 00000000-0000-0009-0000-000000000009); start it with its own directory"
                        + " again.",
                gate.refusal(replaced),
                "Rule A1");
        assertNull(gate.refusal(PEER));
    }

    @Test
    void refusalsSayWhy() {
        UUID store = PEER.storeId();
        assertEquals(
                "It belongs to cluster 'd', this node to 'c'; check cluster.id and cluster.nodes.",
                gate.refusal(new PeerHello("d", 1, "aa", 2, store, 5, 1, 2, 0)));
        assertEquals(
                "It knows membership epoch 2, this node epoch 1.",
                gate.refusal(new PeerHello("c", 2, "aa", 2, store, 5, 1, 2, 0)));
        assertEquals(
                "It calls itself node 7, which is no other member of this cluster; check node.id"
                        + " and cluster.nodes.",
                gate.refusal(new PeerHello("c", 1, "aa", 7, store, 5, 1, 2, 0)));
        assertEquals(
                "It calls itself node 1, which is no other member of this cluster; check node.id"
                        + " and cluster.nodes.",
                gate.refusal(new PeerHello("c", 1, "aa", 1, store, 5, 1, 2, 0)));
        assertEquals(
                "It has 4 shards, this node 2; set server.shards to the same number on every"
                        + " node.",
                gate.refusal(new PeerHello("c", 1, "bb", 2, store, 5, 1, 4, 0)));
        assertEquals(
                "Its cluster-wide settings differ (fingerprint bb, here aa); compare 'server"
                        + " --print-config' of both nodes.",
                gate.refusal(new PeerHello("c", 1, "bb", 2, store, 5, 1, 2, 0)));
        assertEquals(
                "It asks for shard 2 of 2.",
                gate.refusal(new PeerHello("c", 1, "aa", 2, store, 5, 2, 2, 0)));
    }
}
