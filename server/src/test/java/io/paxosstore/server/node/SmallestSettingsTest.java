package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.Codec;
import io.paxosstore.client.EntityList;
import io.paxosstore.client.EntityTable;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.table.Key;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;

/**
 * Every size, queue and budget at the least that is allowed, on data that was written under larger
 * ones: one key, value or element of the greatest length gets through each of them, nobody waits
 * for ever, and a wiped node is whole again.
 */
final class SmallestSettingsTest {
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;
    private static final int KEYS = 4;
    private static final int ELEMENTS = 3;
    private static final String LONGEST_KEY = "k".repeat(32 * KIB - 1);

    private static final Map<String, String> LARGEST =
            Map.ofEntries(
                    Map.entry("server.shards", "1"),
                    Map.entry("storage.segment-bytes", "64MiB"),
                    Map.entry("storage.batch-bytes", "8MiB"),
                    Map.entry("entities.journal-file-bytes", "64MiB"),
                    Map.entry("paxos.dedupe-clients", "255"),
                    Map.entry("paxos.entity-dedupe-clients", "255"));

    private static final Map<String, String> SMALLEST =
            Map.ofEntries(
                    Map.entry("server.shards", "3"),
                    Map.entry("server.memory", "96MiB"),
                    Map.entry("client.outgoing-bytes", "1MiB"),
                    Map.entry("client.large-bytes", "1KiB"),
                    Map.entry("client.large-in-flight", "64KiB"),
                    Map.entry("peer.outgoing-bytes", "1MiB"),
                    Map.entry("paxos.waiting-requests", "1"),
                    Map.entry("paxos.active-entities", "16"),
                    Map.entry("paxos.batch-requests", "1"),
                    Map.entry("paxos.dedupe-clients", "1"),
                    Map.entry("paxos.entity-dedupe-clients", "1"),
                    Map.entry("storage.pending-bytes", "1MiB"),
                    Map.entry("storage.segment-bytes", "8MiB"),
                    Map.entry("storage.preallocated-segments", "1"),
                    Map.entry("storage.batch-bytes", "4KiB"),
                    Map.entry("entities.journal-file-bytes", "8MiB"),
                    Map.entry("entities.cache-bytes", "2MiB"),
                    Map.entry("entities.memtable-bytes", "1MiB"),
                    Map.entry("tables.merge-rows", "1"),
                    Map.entry("tables.merge-percent", "1"),
                    Map.entry("tables.merge-step-bytes", "16KiB"),
                    Map.entry("watch.history-bytes", "64KiB"),
                    Map.entry("watch.window-bytes", "1KiB"),
                    Map.entry("sweep.window", "1"),
                    Map.entry("sweep.page-bytes", "1KiB"),
                    Map.entry("catalog.spaces", "1"));

    /** A row. */
    record Text(@Key long number, String text) {}

    @TempDir private Path directory = Path.of("set by JUnit");

    private EmbeddedCluster start(Map<String, String> settings) throws Exception {
        EmbeddedCluster.Builder builder =
                EmbeddedCluster.builder(3)
                        .directory(directory)
                        .set("limits.key-bytes", "32KiB")
                        .set("limits.value-bytes", "4MiB");
        settings.forEach(builder::set);
        return builder.start();
    }

    private static byte[] bytes(int seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static KeyValue<String, byte[]> keys(PaxosStore store) {
        return store.keyValue("kv", Codec.utf8(), Codec.bytes());
    }

    private static EntityList<byte[]> list(PaxosStore store) {
        return store.entity("entities", LONGEST_KEY).list("list", Codec.bytes());
    }

    private static EntityTable<Text> table(PaxosStore store) {
        return store.entity("entities", LONGEST_KEY).table("table", Text.class);
    }

    private static void write(PaxosStore store, int round) {
        for (int i = 0; i < KEYS; i++) {
            keys(store).put(LONGEST_KEY + i, bytes(100 * round + i, 4 * MIB));
        }
        for (int i = 0; i < ELEMENTS; i++) {
            list(store).append(bytes(100 * round + i, MIB));
            table(store).insert(new Text(100 * round + i, "x".repeat(MIB / 2 + i)));
        }
    }

    private static void assertThere(PaxosStore store, int rounds) {
        for (int i = 0; i < KEYS; i++) {
            assertArrayEquals(
                    bytes(100 * rounds + i, 4 * MIB),
                    keys(store).get(LONGEST_KEY + i).orElseThrow());
        }
        for (int i = 0; i < rounds * ELEMENTS; i++) {
            int number = 100 * (i / ELEMENTS + 1) + i % ELEMENTS;
            assertArrayEquals(
                    bytes(number, MIB), list(store).range(i, i, Page.of(1)).elements().getFirst());
            assertEquals(
                    MIB / 2 + i % ELEMENTS, table(store).get(number).orElseThrow().text().length());
        }
    }

    @Test
    void theLongestOfEverythingGetsThrough() throws Exception {
        try (EmbeddedCluster cluster = start(LARGEST);
                PaxosStore store = RejoinTest.connect(cluster)) {
            store.createSpace("kv");
            store.createSpace("entities", SpaceKind.ENTITY);
            table(store).create();
            write(store, 1);
            cluster.nodes().forEach(EmbeddedNode::kill);
        }
        try (EmbeddedCluster cluster = start(SMALLEST);
                PaxosStore store = RejoinTest.connect(cluster)) {
            assertThere(store, 1);
            write(store, 2);
            assertThere(store, 2);
            cluster.node(2).kill();
            DiskLossTest.delete(directory.resolve("node2"));
            cluster.node(2).start();
            RejoinTest.await("the node to be whole", () -> RejoinTest.isWhole(cluster, 2));
            cluster.awaitReady();
            cluster.node(1).kill();
            assertThere(store, 2);
            write(store, 3);
            cluster.node(1).start();
            cluster.awaitReady();
            assertThere(store, 3);
            for (EmbeddedNode node : cluster.nodes()) {
                assertTrue(node.isRunning() && node.isReady(), node::notReady);
            }
            assertEquals(2, store.listSpaces().size());
        }
        try (EmbeddedCluster cluster = start(LARGEST);
                PaxosStore store = RejoinTest.connect(cluster)) {
            assertThere(store, 3);
        }
    }
}
