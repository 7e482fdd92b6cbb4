package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Marks that an entry is chosen are not durable by themselves, and wait for company on their way to
 * the others (Rule D3). When all that knew of one are killed it is found out again in the
 * background, so that what a replica itself answers does not stay old for good.
 */
final class LostMarksTest {
    private static final int NODES = 3;
    private static final int KEYS = 50;
    private static final CallOptions LOCAL = CallOptions.DEFAULT.readMode(ReadMode.LOCAL);

    @TempDir private Path directory = Path.of("set by JUnit");

    /** Marks wait for so long that the node is killed before they leave. */
    private EmbeddedCluster start() throws Exception {
        return EmbeddedCluster.builder(NODES)
                .directory(directory)
                .set("peer.lazy-delay", "1s")
                .start();
    }

    private static List<PaxosStore> atEach(EmbeddedCluster cluster) {
        List<PaxosStore> stores = new ArrayList<>();
        for (int node = 1; node <= NODES; node++) {
            stores.add(PaxosStore.connect(cluster.member(node).clientAddress()));
        }
        return stores;
    }

    private static KeyValue<String, String> local(PaxosStore store) {
        return store.keyValue("kv", Codec.utf8(), Codec.utf8(), LOCAL);
    }

    private static void write(EmbeddedCluster cluster) {
        try (PaxosStore first = PaxosStore.connect(cluster.member(1).clientAddress())) {
            first.createSpace("kv");
            first.createSpace("box", SpaceKind.ENTITY);
            KeyValue<String, String> kv = first.keyValue("kv", Codec.utf8(), Codec.utf8());
            for (int i = 0; i < KEYS; i++) {
                kv.put("k" + i, "v" + i);
            }
            EntityMap<String, String> map =
                    first.entity("box", "alice").map("m", Codec.utf8(), Codec.utf8());
            map.put("f", "one");
            map.put("f", "two");
        }
    }

    /** What node 1 does, and no other: it knows alone that this was chosen. */
    private static void deleteAtNode1(EmbeddedCluster cluster) throws Exception {
        try (WireClient client = new WireClient("127.0.0.1", cluster.member(1).clientPort())) {
            client.hello(Wire.PROTOCOL_VERSION);
            Response space =
                    client.call(new Request.OpenSpace(50, 10_000, "kv", ReadMode.LINEARIZABLE));
            int kv = assertInstanceOf(Response.Space.class, space).space().id();
            client.put(kv, "deleted", "v");
            Response deleted = client.write(kv, "deleted", new KvOperation.Delete());
            assertEquals(
                    WriteStatus.OK, assertInstanceOf(Response.Written.class, deleted).status());
        }
    }

    private static void awaitAll(EmbeddedCluster cluster) throws Exception {
        cluster.awaitReady();
        for (PaxosStore store : atEach(cluster)) {
            try (store) {
                KeyValue<String, String> kv = local(store);
                RejoinTest.await("the delete", () -> kv.get("deleted").isEmpty());
                for (int i = 0; i < KEYS; i++) {
                    String key = "k" + i;
                    String value = "v" + i;
                    RejoinTest.await(key, () -> kv.get(key).equals(Optional.of(value)));
                }
                EntityMap<String, String> map =
                        store.entity("box", "alice")
                                .with(LOCAL)
                                .map("m", Codec.utf8(), Codec.utf8());
                RejoinTest.await("the map", () -> map.get("f").equals(Optional.of("two")));
            }
        }
    }

    @Test
    void thoseThatOnlyTheKilledProposerKnew() throws Exception {
        try (EmbeddedCluster cluster = start()) {
            write(cluster);
            deleteAtNode1(cluster);
            cluster.node(1).kill();
            cluster.node(1).start();
            awaitAll(cluster);
        }
    }

    @Test
    void thoseThatNobodyKnowsAfterAPowerLoss() throws Exception {
        try (EmbeddedCluster cluster = start()) {
            write(cluster);
            deleteAtNode1(cluster);
            for (int node = 1; node <= NODES; node++) {
                cluster.node(node).kill();
            }
            for (int node = 1; node <= NODES; node++) {
                cluster.node(node).start();
            }
            awaitAll(cluster);
        }
    }
}
