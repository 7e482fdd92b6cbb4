package io.paxosstore.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** What a test class gets from {@link PaxosStoreCluster}; no options of the JVM are given. */
@PaxosStoreCluster
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class PaxosStoreClusterTest {
    private static final String SPACE = "carts";

    private static KeyValue<String, String> carts(PaxosStore store) {
        return store.keyValue(SPACE, Codec.utf8(), Codec.utf8());
    }

    @BeforeAll
    static void createTheSpace(PaxosStore store) {
        store.createSpaceIfAbsent(SPACE);
    }

    @Test
    @Order(1)
    void servesThoughANodeIsKilled(PaxosStore store, EmbeddedCluster cluster) {
        assertEquals(3, cluster.nodes().size());
        carts(store).put("alice", "apples");
        cluster.node(1).kill();
        assertEquals("apples", carts(store).get("alice").orElseThrow());
        carts(store).put("bob", "pears");
        assertFalse(cluster.node(1).isRunning());
    }

    @Test
    @Order(2)
    void theNextTestFindsAllNodesAndWhatWasWritten(PaxosStore store, EmbeddedCluster cluster) {
        assertTrue(cluster.nodes().stream().allMatch(EmbeddedNode::isReady));
        assertEquals("pears", carts(store).get("bob").orElseThrow());
    }

    /** Shares the cluster. */
    @Nested
    final class Inside {
        @Test
        void hasTheSameCluster(PaxosStore store) {
            assertEquals("pears", carts(store).get("bob").orElseThrow());
        }
    }

    /** Has a cluster of its own, with settings of its own, before any of its tests. */
    @Nested
    @PaxosStoreCluster(nodes = 1, settings = "limits.value-bytes = 2MiB")
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    final class Apart {
        private final PaxosStore given;

        Apart(PaxosStore given) {
            this.given = given;
        }

        @Test
        void hasAnotherCluster(PaxosStore store, EmbeddedCluster cluster) {
            assertSame(given, store);
            assertEquals(1, cluster.nodes().size());
            assertTrue(store.listSpaces().isEmpty());
            store.createSpaceIfAbsent(SPACE);
            KeyValue<String, byte[]> large = store.keyValue(SPACE, Codec.utf8(), Codec.bytes());
            large.put("large", new byte[(1 << 20) + 1]); // more than the default allows
            assertEquals((1 << 20) + 1, large.get("large").orElseThrow().length);
        }
    }
}
