package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.Versioned;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** The real client, the real engine, real ports: what an application sees. */
final class EmbeddedClusterTest {
    private static KeyValue<String, String> open(PaxosStore store, String space) {
        return store.keyValue(space, Codec.utf8(), Codec.utf8());
    }

    @Test
    void everyOperationOfTheKeyValueModel() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = RejoinTest.connect(cluster)) {
            store.createSpace("kv");
            KeyValue<String, String> kv = open(store, "kv");
            assertEquals(Optional.empty(), kv.get("a"));
            long version = kv.put("a", "1");
            assertEquals(Optional.of("1"), kv.get("a"));
            assertEquals(version, kv.getVersioned("a").orElseThrow().version());
            assertEquals(WriteStatus.CONFLICT, kv.putIfAbsent("a", "2").status());
            assertEquals(WriteStatus.OK, kv.compareAndSet("a", "1", "2").status());
            assertEquals(WriteStatus.CONFLICT, kv.compareAndSet("a", "1", "3").status());
            assertEquals(WriteStatus.NOT_FOUND, kv.compareAndSet("b", "1", "3").status());
            long second = kv.getVersioned("a").orElseThrow().version();
            assertEquals(WriteStatus.CONFLICT, kv.compareVersionAndSet("a", 1, "x").status());
            assertEquals(WriteStatus.OK, kv.compareVersionAndSet("a", second, "x").status());
            assertEquals(5, kv.increment("n", 5));
            assertEquals(3, kv.increment("n", -2));
            assertEquals(WriteStatus.OK, kv.delete("a").status());
            assertEquals(WriteStatus.NOT_FOUND, kv.delete("a").status());
            assertEquals(Optional.empty(), kv.get("a"));
        }
    }

    /** Writes that share an entry do not share a version. */
    @Test
    void aVersionIsOneWritesAlone() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = RejoinTest.connect(cluster)) {
            store.createSpace("kv");
            KeyValue<String, String> kv = open(store, "kv");
            List<CompletableFuture<Long>> puts = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                puts.add(kv.putAsync("a", "v" + i));
            }
            Set<Long> versions = new TreeSet<>();
            for (CompletableFuture<Long> put : puts) {
                versions.add(put.join());
            }
            assertEquals(puts.size(), versions.size(), "versions of as many writes");
            Versioned<String> last = kv.getVersioned("a").orElseThrow();
            for (int i = 0; i < puts.size(); i++) {
                long version = puts.get(i).join();
                assertTrue(version <= last.version(), "an earlier write has a lower version");
                if (version != last.version()) {
                    assertEquals(
                            WriteStatus.CONFLICT,
                            kv.compareVersionAndSet("a", version, "lost").status());
                    assertEquals(WriteStatus.CONFLICT, kv.deleteIfVersion("a", version).status());
                } else {
                    assertEquals("v" + i, last.value(), "the version names its own write");
                }
            }
            long removed = kv.delete("a").version();
            assertTrue(removed > last.version(), "a removal is a change");
            assertTrue(kv.put("a", "again") > removed, "versions go on after a removal");
            assertEquals(
                    kv.getVersioned("a").orElseThrow().version(),
                    kv.with(CallOptions.DEFAULT.readMode(ReadMode.LOCAL))
                            .getVersioned("a")
                            .orElseThrow()
                            .version());
        }
    }

    @Test
    void anEditedListOfNodesIsRefused(@TempDir Path directory) throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1, directory);
                PaxosStore store = RejoinTest.connect(cluster)) {
            store.createSpace("kv");
            open(store, "kv").put("k", "acknowledged by the only node");
        }
        StartException refused =
                assertThrows(StartException.class, () -> EmbeddedCluster.start(3, directory));
        assertEquals(
                "cluster.nodes names nodes 1, 2, 3, but the cluster of the store in "
                        + directory.resolve("node1")
                        + " was founded by node 1: put the founders back (their hosts and ports"
                        + " may change); members are changed with `paxosstore members`.",
                refused.getMessage());
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1, directory);
                PaxosStore store = RejoinTest.connect(cluster)) {
            assertEquals(Optional.of("acknowledged by the only node"), open(store, "kv").get("k"));
        }
    }

    @Test
    void valuesExpire() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = RejoinTest.connect(cluster)) {
            store.createSpace("kv");
            KeyValue<String, String> kv = open(store, "kv");
            kv.with(CallOptions.DEFAULT.ttl(Duration.ofMinutes(10))).put("later", "v");
            kv.with(CallOptions.DEFAULT.ttl(Duration.ofMillis(50))).put("soon", "v");
            long deadline = System.nanoTime() + 20_000_000_000L;
            while (kv.get("soon").isPresent() && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            assertEquals(Optional.empty(), kv.get("soon"));
            assertEquals(Optional.of("v"), kv.get("later"));
        }
    }

    @Test
    void spacesAreCreatedListedAndDropped() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = RejoinTest.connect(cluster)) {
            SpaceInfo first = store.createSpace("b");
            store.createSpace("a");
            assertEquals(
                    List.of("a", "b"), store.listSpaces().stream().map(SpaceInfo::name).toList());
            assertEquals(first, store.createSpaceIfAbsent("b"));
            KeyValue<String, String> old = open(store, "b");
            old.put("k", "v");
            store.dropSpace("b");
            assertEquals(
                    NotDoneException.Reason.UNKNOWN_SPACE,
                    assertThrows(NotDoneException.class, () -> open(store, "b")).reason());
            SpaceInfo second = store.createSpace("b");
            assertFalse(first.id() == second.id(), "ids are never used again");
            assertEquals(Optional.empty(), open(store, "b").get("k"));
            assertEquals(NotDoneException.Reason.UNKNOWN_SPACE, awaitRefusal(old));
        }
    }

    /** Nodes learn of a drop a moment later; until then the space is empty. */
    private static NotDoneException.Reason awaitRefusal(KeyValue<String, String> dropped) {
        long deadline = System.nanoTime() + 20_000_000_000L;
        while (System.nanoTime() < deadline) {
            try {
                dropped.get("k");
            } catch (NotDoneException e) {
                return e.reason();
            }
        }
        throw new AssertionError("the dropped space is still served");
    }

    /** Whoever knew its spaces by number must not be given others by the same number. */
    @Test
    void aClusterThatIsFoundedAnewKnowsNoSpaceOfTheOneBefore(@TempDir Path directory)
            throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3, directory);
                PaxosStore store = RejoinTest.connect(cluster)) {
            store.createSpace("orders");
            KeyValue<String, String> orders = open(store, "orders");
            orders.put("k", "v");
            for (int node = 1; node <= 3; node++) {
                cluster.node(node).stop();
            }
            deleteAllIn(directory);
            for (int node = 1; node <= 3; node++) {
                cluster.node(node).start();
            }
            cluster.awaitReady();

            store.createSpace("users");
            KeyValue<String, String> users = open(store, "users");
            users.put("k", "u");
            NotDoneException refused =
                    assertThrows(NotDoneException.class, () -> orders.put("k", "w"));
            assertEquals(NotDoneException.Reason.UNKNOWN_SPACE, refused.reason());
            assertThrows(NotDoneException.class, () -> orders.get("k"));
            assertEquals(Optional.of("u"), users.get("k"));
            store.createSpace("orders");
            assertEquals(Optional.empty(), open(store, "orders").get("k"));
        }
    }

    private static void deleteAllIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(directory)) {
                    Files.delete(file);
                }
            }
        }
    }

    @Test
    void anyNodeMayStopAndComeBack() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = RejoinTest.connect(cluster)) {
            store.createSpace("kv");
            KeyValue<String, String> kv = open(store, "kv");
            for (int node = 1; node <= 3; node++) {
                if (node % 2 == 0) {
                    cluster.node(node).stop();
                } else {
                    cluster.node(node).kill();
                }
                for (int i = 0; i < 50; i++) {
                    kv.put("k" + i, "without" + node);
                }
                cluster.node(node).start();
                cluster.awaitReady();
                for (int i = 0; i < 50; i++) {
                    assertEquals(Optional.of("without" + node), kv.get("k" + i));
                }
            }
        }
    }

    @Test
    void everythingIsThereAfterAllNodesRestart(@TempDir Path directory) throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3, directory)) {
            try (PaxosStore store = RejoinTest.connect(cluster)) {
                store.createSpace("kv");
                KeyValue<String, String> kv = open(store, "kv");
                for (int i = 0; i < 200; i++) {
                    kv.put("k" + i, "v" + i);
                }
            }
            for (EmbeddedNode node : cluster.nodes()) {
                node.kill();
            }
            for (EmbeddedNode node : cluster.nodes()) {
                node.start();
            }
            cluster.awaitReady();
            try (PaxosStore store = RejoinTest.connect(cluster)) {
                KeyValue<String, String> kv = open(store, "kv");
                for (int i = 0; i < 200; i++) {
                    assertEquals(Optional.of("v" + i), kv.get("k" + i));
                }
            }
        }
        assertTrue(Files.isDirectory(directory.resolve("node1")));
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3, directory);
                PaxosStore store = RejoinTest.connect(cluster)) {
            assertEquals(Optional.of("v7"), open(store, "kv").get("k7"));
        }
    }

    @Test
    void temporaryDataIsDeleted() throws Exception {
        Path directory;
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1)) {
            directory = cluster.directory();
            assertTrue(Files.exists(directory));
        }
        assertFalse(Files.exists(directory));
    }

    @Test
    void aClusterOfFiveOutlivesTwo() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(5);
                PaxosStore store = RejoinTest.connect(cluster)) {
            store.createSpace("kv");
            KeyValue<String, String> kv = open(store, "kv");
            kv.put("k", "1");
            cluster.node(2).kill();
            cluster.node(5).kill();
            for (int i = 0; i < 20; i++) {
                kv.put("k" + i, "2");
                assertEquals(Optional.of("2"), kv.get("k" + i));
            }
        }
    }
}
