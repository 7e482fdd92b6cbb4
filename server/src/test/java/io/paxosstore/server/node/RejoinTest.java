package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Nodes that lose their disks and come back, on storage in memory: what the server does. */
final class RejoinTest {
    private static final int KEYS = 500;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final MemoryStorage.Disks disks = new MemoryStorage.Disks();

    private EmbeddedCluster.Builder builder(int nodes) {
        return EmbeddedCluster.builder(nodes).storage(disks);
    }

    static PaxosStore connect(EmbeddedCluster cluster) {
        return PaxosStore.connect(
                cluster.connectString(),
                ClientOptions.builder().deadline(Duration.ofSeconds(20)).build());
    }

    static KeyValue<String, String> open(PaxosStore store, String space) {
        return store.keyValue(space, Codec.utf8(), Codec.utf8());
    }

    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + 30_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, () -> "in vain waited for: " + what);
            Thread.sleep(5);
        }
    }

    static boolean isWhole(EmbeddedCluster cluster, int node) {
        return cluster.node(node)
                .metrics()
                .contains("paxosstore_store_standing{standing=\"whole\"} 1.0");
    }

    @Test
    void aWipedNodeTakesOverEverythingAndThenReplacesAnother() throws Exception {
        try (EmbeddedCluster cluster = builder(3).set("server.shards", "2").start();
                PaxosStore store = connect(cluster)) {
            store.createSpace("kv");
            KeyValue<String, String> kv = open(store, "kv");
            for (int i = 0; i < KEYS; i++) {
                kv.put("k" + i, "v" + i);
            }
            for (int round = 1; round <= 3; round++) {
                int wiped = round;
                int killed = round % 3 + 1;
                cluster.node(wiped).kill();
                disks.wipe(wiped);
                cluster.node(wiped).start();
                await("the node to be whole", () -> isWhole(cluster, wiped));
                cluster.awaitReady();
                cluster.node(killed).kill();
                for (int i = 0; i < KEYS; i++) {
                    String expected = (round == 1 ? "v" : "r" + (round - 1) + "-") + i;
                    assertEquals(Optional.of(expected), kv.get("k" + i));
                    kv.put("k" + i, "r" + round + "-" + i);
                }
                cluster.node(killed).start();
                cluster.awaitReady();
            }
        }
    }

    @Test
    void aNewNodeAloneWaitsAndSaysForWhom() throws Exception {
        try (EmbeddedCluster cluster = builder(3).start()) {
            cluster.node(1).kill();
            cluster.node(2).kill();
            cluster.node(3).kill();
            disks.wipe(1);
            cluster.node(1).start();
            await(
                    "the reason",
                    () ->
                            cluster.node(1)
                                    .notReady()
                                    .contains(
                                            "standing: this store is new; nodes 2, 3 must say"
                                                    + " whether this node had another one before"));
            assertFalse(isWhole(cluster, 1));
            cluster.node(2).start();
            await("its second node", () -> !cluster.node(1).notReady().contains("standing"));
            assertFalse(isWhole(cluster, 1), "node 2 remembers another store");
            String whole = ready(cluster, 1, "?whole");
            assertTrue(whole.contains("\nstore: it fetches what it has lost"), whole);
            String serving = ready(cluster, 1, "");
            assertFalse(serving.contains("store: "), serving);
            cluster.node(3).start();
            await("the node to be whole", () -> isWhole(cluster, 1));
            await("what says so", () -> ready(cluster, 1, "?whole").equals("ok\n"));
        }
    }

    private static String ready(EmbeddedCluster cluster, int node, String asked) {
        int port = cluster.member(node).adminPort();
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/readyz" + asked))
                        .build();
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aWipedNodeIsNotTakenForTheMemberThatVoted() throws Exception {
        try (EmbeddedCluster cluster = builder(3).start();
                PaxosStore store = connect(cluster)) {
            store.createSpace("kv");
            KeyValue<String, String> kv = open(store, "kv");
            cluster.node(3).kill();
            for (int i = 0; i < 50; i++) {
                kv.put("k" + i, "acknowledged by 1 and 2");
            }
            cluster.node(2).kill();
            cluster.node(1).kill();
            disks.wipe(2);
            cluster.node(2).start();
            cluster.node(3).start();
            // Nodes 2 and 3 are a majority, but neither knows of the writes: they must not answer.
            await("its decision", () -> !cluster.node(2).notReady().contains("standing"));
            assertFalse(isWhole(cluster, 2));
            try (PaxosStore hasty =
                    PaxosStore.connect(
                            cluster.connectString(),
                            ClientOptions.builder().deadline(Duration.ofMillis(500)).build())) {
                Optional<String> answer;
                try {
                    answer = open(hasty, "kv").get("k1");
                } catch (io.paxosstore.client.PaxosStoreException e) {
                    answer = Optional.of("acknowledged by 1 and 2");
                }
                assertEquals(Optional.of("acknowledged by 1 and 2"), answer, "Rule A1");
            }
            cluster.node(1).start();
            for (int i = 0; i < 50; i++) {
                assertEquals(Optional.of("acknowledged by 1 and 2"), kv.get("k" + i));
            }
            await("the node to be whole", () -> isWhole(cluster, 2));
        }
    }

    @Test
    void aClusterOfFiveOutlivesAWipeAndAKill() throws Exception {
        try (EmbeddedCluster cluster = builder(5).start();
                PaxosStore store = connect(cluster)) {
            store.createSpace("kv");
            KeyValue<String, String> kv = open(store, "kv");
            for (int i = 0; i < 100; i++) {
                kv.put("k" + i, "v" + i);
            }
            cluster.node(5).kill();
            cluster.node(4).kill();
            disks.wipe(4);
            cluster.node(4).start();
            await("the node to be whole", () -> isWhole(cluster, 4));
            cluster.node(1).kill();
            for (int i = 0; i < 100; i++) {
                assertEquals(Optional.of("v" + i), kv.get("k" + i));
                kv.put("k" + i, "again");
            }
        }
    }
}
