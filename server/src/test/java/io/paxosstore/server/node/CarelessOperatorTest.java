package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.sql.SqlResult;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.ConfigurationLoader;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Limits that are lower than what the nodes hold, or send each other. They bind clients: no node
 * stops, and nothing that was written is lost.
 */
final class CarelessOperatorTest {
    private static final int KIB = 1 << 10;
    private static final int VALUE_BYTES = 100 * KIB;
    private static final int ELEMENT_BYTES = 300 * KIB;
    private static final int KEYS = 20;
    private static final int ELEMENTS = 6;

    /** Longer than the lowest limits allow. */
    private static final String LONG_KEY = "a key that is rather long";

    @TempDir private Path directory = Path.of("set by JUnit");

    private EmbeddedCluster.Builder cluster() {
        return EmbeddedCluster.builder(3).directory(directory);
    }

    private static void assertAllRun(EmbeddedCluster cluster) {
        for (EmbeddedNode node : cluster.nodes()) {
            assertTrue(node.isRunning() && node.isReady(), node::notReady);
        }
    }

    private static byte[] bytes(int seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static KeyValue<String, byte[]> keys(PaxosStore store) {
        return store.keyValue("kv", Codec.utf8(), Codec.bytes());
    }

    private static Entity entity(PaxosStore store) {
        return store.entity("entities", "e");
    }

    private static NotDoneException refused(Runnable call) {
        return assertThrows(NotDoneException.class, call::run);
    }

    /** The list of spaces has a key of its own, which no client sent. */
    @Test
    void keysOfOneByteAreEnoughForSpaces() throws Exception {
        try (EmbeddedCluster cluster = cluster().set("limits.key-bytes", "1B").start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            store.createSpace("kv");
            store.createSpace("entities", SpaceKind.ENTITY);
            keys(store).put("k", bytes(1, 10));
            entity(store).value("v", Codec.utf8()).put("1");
            assertArrayEquals(bytes(1, 10), keys(store).get("k").orElseThrow());
            assertEquals(
                    NotDoneException.Reason.KEY_TOO_LARGE,
                    refused(() -> keys(store).put("kk", bytes(1, 10))).reason());
            assertAllRun(cluster);
        }
    }

    private static void write(PaxosStore store) {
        store.createSpace("kv");
        store.createSpace("entities", SpaceKind.ENTITY);
        KeyValue<String, byte[]> keys = keys(store);
        for (int i = 0; i < KEYS; i++) {
            keys.put("k" + i, bytes(i, VALUE_BYTES));
        }
        keys.put(LONG_KEY, bytes(99, VALUE_BYTES));
        Entity entity = entity(store);
        for (int i = 0; i < ELEMENTS; i++) {
            entity.list("list", Codec.bytes()).append(bytes(i, ELEMENT_BYTES));
            entity.map("map", Codec.utf8(), Codec.bytes()).put("f" + i, bytes(i, ELEMENT_BYTES));
        }
        entity.sql("CREATE TABLE t (k BIGINT PRIMARY KEY, v VARCHAR)");
        entity.sql("INSERT INTO t (k, v) VALUES (1, '" + "x".repeat(ELEMENT_BYTES) + "')");
        store.entity("entities", LONG_KEY).value("v", Codec.utf8()).put("far");
    }

    private static void assertThere(PaxosStore store) {
        for (int i = 0; i < KEYS; i++) {
            assertArrayEquals(bytes(i, VALUE_BYTES), keys(store).get("k" + i).orElseThrow());
        }
        assertEntityThere(store);
    }

    private static void assertEntityThere(PaxosStore store) {
        Entity entity = entity(store);
        for (int i = 0; i < ELEMENTS; i++) {
            byte[] expected = bytes(i, ELEMENT_BYTES);
            List<byte[]> found =
                    entity.list("list", Codec.bytes()).range(i, i, Page.of(1)).elements();
            assertArrayEquals(expected, found.getFirst());
            assertArrayEquals(
                    expected,
                    entity.map("map", Codec.utf8(), Codec.bytes()).get("f" + i).orElseThrow());
        }
        SqlResult found = entity.sql("SELECT v FROM t WHERE k = 1");
        assertEquals(
                List.of(List.of("x".repeat(ELEMENT_BYTES))),
                assertInstanceOf(SqlResult.Rows.class, found).rows());
    }

    private static void assertRefused(PaxosStore store) {
        NotDoneException value = refused(() -> keys(store).put("k0", bytes(0, VALUE_BYTES)));
        assertEquals(NotDoneException.Reason.VALUE_TOO_LARGE, value.reason());
        NotDoneException key = refused(() -> keys(store).get(LONG_KEY));
        assertEquals(NotDoneException.Reason.KEY_TOO_LARGE, key.reason());
        NotDoneException id =
                refused(() -> store.entity("entities", LONG_KEY).value("v", Codec.utf8()).get());
        assertEquals(NotDoneException.Reason.KEY_TOO_LARGE, id.reason());
    }

    private EmbeddedCluster.Builder lowered() {
        return cluster().set("limits.key-bytes", "4B").set("limits.value-bytes", "1KiB");
    }

    @Test
    void whatWasWrittenUnderHigherLimitsStays() throws Exception {
        try (EmbeddedCluster cluster = cluster().start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            write(store);
            // The last entries are not applied, or not known to be chosen everywhere.
            cluster.nodes().forEach(EmbeddedNode::kill);
        }
        try (EmbeddedCluster cluster = lowered().start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            assertThere(store);
            assertRefused(store);
            cluster.node(2).kill();
            DiskLossTest.delete(directory.resolve("node2"));
            cluster.node(2).start();
            RejoinTest.await("the node to be whole", () -> RejoinTest.isWhole(cluster, 2));
            cluster.awaitReady();
            cluster.node(1).kill();
            assertThere(store); // node 2 is needed for it, what it has came from the others
            for (int i = 0; i < KEYS; i += 2) {
                keys(store).put("k" + i, bytes(-i, KIB));
            }
            entity(store).list("list", Codec.bytes()).append(bytes(ELEMENTS, KIB));
            assertRefused(store);
            cluster.node(1).start();
            cluster.awaitReady();
            assertAllRun(cluster);
        }
        try (EmbeddedCluster cluster = cluster().start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            for (int i = 0; i < KEYS; i++) {
                byte[] expected = i % 2 == 0 ? bytes(-i, KIB) : bytes(i, VALUE_BYTES);
                assertArrayEquals(expected, keys(store).get("k" + i).orElseThrow());
            }
            assertArrayEquals(bytes(99, VALUE_BYTES), keys(store).get(LONG_KEY).orElseThrow());
            assertEquals(
                    Optional.of("far"),
                    store.entity("entities", LONG_KEY).value("v", Codec.utf8()).get());
            assertEntityThere(store);
        }
    }

    /** Whoever is set otherwise than the others waits, and says for what. */
    @Test
    void aNodeWithLowerLimitsThanTheOthersWaits() throws Exception {
        try (EmbeddedCluster cluster = cluster().start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            write(store);
            cluster.node(3).stop();
            keys(store).put("k0", bytes(0, VALUE_BYTES));
            Configuration own = cluster.node(3).configuration();
            Configuration other = lowered(own);
            Node.Options options = new Node.Options(DirectoryStorage::open, true, failure -> {});
            try (Node node = Node.start(other, options)) {
                RejoinTest.await(
                        "its reason",
                        () -> node.notReadyReasons().toString().contains("1 of 3 nodes"));
                assertThere(store);
                keys(store).put("new", bytes(1, KIB));
                assertNull(node.failure());
            }
            cluster.node(3).start();
            cluster.awaitReady();
            cluster.node(1).stop();
            assertThere(store);
        }
    }

    private static Configuration lowered(Configuration own) throws Exception {
        ConfigurationLoader loader = new ConfigurationLoader();
        for (String line : own.print().lines().toList()) {
            String key = line.substring(0, line.indexOf(':'));
            String value = line.substring(line.indexOf(':') + 1, line.lastIndexOf('#')).strip();
            if (!value.isEmpty()) {
                loader.set(key, value);
            }
        }
        return loader.set(Settings.VALUE_BYTES_MAX.key(), "1KiB")
                .set(Settings.KEY_BYTES_MAX.key(), "4B")
                .load();
    }
}
