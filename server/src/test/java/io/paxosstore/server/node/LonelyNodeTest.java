package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** A node without a majority answers LOCAL reads of what it knows (Rule R5). */
final class LonelyNodeTest {
    private static final CallOptions LOCAL = CallOptions.DEFAULT.readMode(ReadMode.LOCAL);
    private static final int DEADLINE_MILLIS = 2000;

    private static PaxosStore fresh(EmbeddedCluster cluster) {
        return PaxosStore.connect(
                "127.0.0.1:" + cluster.member(1).clientPort(),
                ClientOptions.builder().deadline(Duration.ofMillis(DEADLINE_MILLIS)).build());
    }

    private static boolean knows(EmbeddedCluster cluster, SpaceInfo space) {
        try (WireClient client = greeted(cluster)) {
            Response known =
                    client.call(
                            new Request.OpenSpace(
                                    50, DEADLINE_MILLIS, space.name(), ReadMode.LOCAL));
            byte[] key = "k".getBytes(StandardCharsets.UTF_8);
            Response read =
                    client.call(
                            new Request.KvRead(
                                    51, DEADLINE_MILLIS, space.id(), ReadMode.LOCAL, key));
            return known instanceof Response.Space
                    && read instanceof Response.Value value
                    && value.found();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static WireClient greeted(EmbeddedCluster cluster) throws Exception {
        WireClient client = new WireClient("127.0.0.1", cluster.member(1).clientPort());
        assertInstanceOf(Response.Welcome.class, client.hello(Wire.PROTOCOL_VERSION));
        return client;
    }

    private static void readsLocally(EmbeddedCluster cluster) {
        try (PaxosStore store = fresh(cluster)) {
            KeyValue<String, String> local =
                    store.keyValue("kv", Codec.utf8(), Codec.utf8(), LOCAL);
            assertEquals(Optional.of("v"), local.get("k"));
            KeyValue<String, String> kv = store.keyValue("kv", Codec.utf8(), Codec.utf8());
            assertEquals(Optional.of("v"), kv.with(LOCAL).get("k"));
            String why =
                    String.valueOf(
                            assertThrows(NotDoneException.class, () -> kv.get("k")).getMessage());
            assertTrue(
                    why.startsWith("The get in space \"kv\" was not done: ")
                            && why.contains("1 of 3 nodes is connected, 2 are needed"),
                    why);
            assertEquals(
                    0,
                    store.entitySpace("boxes", Codec.utf8(), LOCAL)
                            .entity("alice")
                            .list("l", Codec.utf8())
                            .length());
        }
    }

    @Test
    void aFreshClientReadsWhatTheOnlyNodeLeftKnowsAlsoAfterARestart() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3)) {
            try (PaxosStore store = RejoinTest.connect(cluster)) {
                SpaceInfo space = store.createSpace("kv");
                store.createSpace("boxes", SpaceKind.ENTITY);
                KeyValue<String, String> kv = store.keyValue("kv", Codec.utf8(), Codec.utf8());
                kv.put("k", "v");
                // Of the last change, the disk of one node says that it is accepted, no more.
                kv.put("k", "v");
                store.createSpace("last");
                RejoinTest.await("node 1 to learn it", () -> knows(cluster, space));
            }
            cluster.node(2).kill();
            cluster.node(3).kill();
            readsLocally(cluster);
            cluster.node(1).kill();
            cluster.node(1).start();
            readsLocally(cluster);
        }
    }

    @Test
    void aLinearizableRequestDoesNotTrustTheCopyOfBeforeARestart() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3)) {
            SpaceInfo dropped;
            try (PaxosStore store = RejoinTest.connect(cluster)) {
                dropped = store.createSpace("kv");
                store.keyValue("kv", Codec.utf8(), Codec.utf8()).put("k", "v");
                RejoinTest.await("node 1 to learn it", () -> knows(cluster, dropped));
                cluster.node(1).kill();
                store.dropSpace("kv");
            }
            cluster.node(1).start();
            try (WireClient client = greeted(cluster)) {
                Response.Failure refused =
                        assertInstanceOf(
                                Response.Failure.class, client.put(dropped.id(), "k", "lost"));
                assertEquals(FailureCode.UNKNOWN_SPACE, refused.code(), refused.sentence());
            }
        }
    }

    @Test
    void theCatalogsVersionIsToldAtOnceAndAtEveryChange() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1);
                WireClient client = greeted(cluster)) {
            Response.CatalogVersion first =
                    assertInstanceOf(
                            Response.CatalogVersion.class,
                            client.call(new Request.FollowCatalog(77)));
            try (PaxosStore store = RejoinTest.connect(cluster)) {
                store.createSpace("kv");
            }
            Response.CatalogVersion second =
                    assertInstanceOf(Response.CatalogVersion.class, client.receive());
            assertEquals(77, second.correlation());
            assertEquals(1, Long.signum(second.version() - first.version()));
        }
    }
}
