package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.wire.Response;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;

/** Three nodes in one process over a storage that is memory: shards, peers and sessions at work. */
final class NodeTest {
    @ParameterizedTest
    @CsvSource({"1,true", "1,false", "3,true", "2,false"})
    void servesReadsAndWritesOnEveryNode(int shards, boolean epoll) throws Exception {
        try (EmbeddedCluster cluster =
                EmbeddedCluster.builder(3)
                        .storage(MemoryStorage::open)
                        .set("server.shards", Integer.toString(shards))
                        .set("server.epoll", Boolean.toString(epoll))
                        .start()) {
            int space;
            try (WireClient client = WireClient.connect(cluster, 1)) {
                Response.Space created = assertInstanceOf(Response.Space.class, client.create("s"));
                space = created.space().id();
            }
            for (int node = 1; node <= 3; node++) {
                try (WireClient client = WireClient.connect(cluster, node)) {
                    for (int i = 0; i < 50; i++) {
                        String key = "k" + i;
                        Response put = client.put(space, key, "v" + node);
                        assertInstanceOf(Response.Written.class, put);
                        Response.Value value =
                                assertInstanceOf(Response.Value.class, client.read(space, key));
                        assertTrue(value.found());
                        assertEquals("v" + node, new String(value.value(), StandardCharsets.UTF_8));
                    }
                }
            }
        }
    }
}
