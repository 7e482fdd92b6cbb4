package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.Codec;
import io.paxosstore.client.Cursor;
import io.paxosstore.client.EntitySpace;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.OutcomeUnknownException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.Slice;
import io.paxosstore.client.Versioned;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Scans end to end: the client, real nodes on real files. */
@Timeout(180)
class KeyScanTest {
    private static final Page PAGE = Page.of(50);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static KeyValue<String, String> keys(PaxosStore store) {
        store.createSpaceIfAbsent("keys", SpaceKind.KEY_VALUE);
        return store.keyValue("keys", Codec.utf8(), Codec.utf8());
    }

    private static Map<String, String> put(
            KeyValue<String, String> keys, String prefix, int count) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < count; i++) {
            values.put(prefix + i, "value " + i);
        }
        keys.putAll(values).values().forEach(result -> assertTrue(result.isDone()));
        return values;
    }

    private static Map<String, String> scan(KeyValue<String, String> keys, String prefix) {
        Map<String, String> found = new HashMap<>();
        for (Map.Entry<String, Versioned<String>> entry :
                keys.scan(bytes(prefix)).inPagesOf(PAGE)) {
            assertEquals(null, found.put(entry.getKey(), entry.getValue().value()), "twice");
        }
        return found;
    }

    @Test
    void aScanShowsWhatIsThereAndNothingElse() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = PaxosStore.connect(cluster.connectString())) {
            KeyValue<String, String> keys = keys(store);
            assertEquals(Map.of(), scan(keys, ""));
            Map<String, String> expected = new HashMap<>(put(keys, "user", 700));
            expected.putAll(put(keys, "{tag}", 300));
            put(keys(store), "gone", 50)
                    .keySet()
                    .forEach(key -> assertEquals(WriteStatus.OK, keys.delete(key).status()));
            assertEquals(expected, scan(keys, ""));
            expected.keySet().removeIf(key -> !key.startsWith("{tag}1"));
            assertEquals(expected, scan(keys, "{tag}1"));
            assertEquals(Map.of(), scan(keys, "nobody"));
            assertEquals(50, keys.scan().stream().limit(50).count());
            NotDoneException tooLong =
                    assertThrows(NotDoneException.class, () -> keys.scan(new byte[70_000], PAGE));
            assertEquals(NotDoneException.Reason.KEY_TOO_LARGE, tooLong.reason());
            assertEquals(Map.of(), scan(keys, "nobody"), "the client goes on");
            store.dropSpace("keys");
            NotDoneException dropped =
                    assertThrows(NotDoneException.class, () -> keys.scan(bytes(""), PAGE));
            assertEquals(NotDoneException.Reason.UNKNOWN_SPACE, dropped.reason());
        }
    }

    @Test
    void entitiesAreThereAsLongAsTheyHaveAnObject() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = PaxosStore.connect(cluster.connectString())) {
            store.createSpace("inbox", SpaceKind.ENTITY);
            EntitySpace<String> inbox = store.entitySpace("inbox", Codec.utf8());
            Set<String> expected = new HashSet<>();
            for (int i = 0; i < 120; i++) {
                inbox.entity("user" + i).value("name", Codec.utf8()).put("x");
                expected.add("user" + i);
            }
            inbox.entity("user7").value("name", Codec.utf8()).delete();
            expected.remove("user7");
            List<String> found = inbox.scan(bytes("user")).inPagesOf(PAGE).stream().toList();
            assertEquals(expected.size(), found.size());
            assertEquals(expected, new HashSet<>(found));
            assertEquals(1, inbox.scan(bytes("user11"), Page.of(1)).elements().size());
        }
    }

    /** Keys that are there all the time come, whatever else is written and whoever is down. */
    @Test
    void nothingIsMissedWhileKeysAreWrittenAndNodesGoAndCome() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = PaxosStore.connect(cluster.connectString())) {
            KeyValue<String, String> keys = keys(store);
            Set<String> stay = put(keys, "stays", 1000).keySet();
            AtomicBoolean over = new AtomicBoolean();
            AtomicInteger written = new AtomicInteger();
            CompletableFuture<Void> writer =
                    CompletableFuture.runAsync(() -> {
                        for (int i = 0; !over.get(); i++) {
                            comesAndGoes(keys, "comes" + i % 200, written);
                        }
                    });
            try {
                // What was written while a node is down it does not have: others must tell of it.
                Set<String> late = new HashSet<>(stay);
                for (int node = 1; node <= 3; node++) {
                    cluster.node(node).stop();
                    late.addAll(put(keys, "late" + node + "-", 100).keySet());
                    assertContains(late, keys);
                    cluster.node(node).start();
                    assertContains(late, keys);
                    int before = written.get();
                    RejoinTest.await("writes go on", () -> written.get() > before);
                }
            } finally {
                over.set(true);
                writer.get(20, TimeUnit.SECONDS);
            }
        }
    }

    /** What becomes of a write while a node stops may be unknown. */
    private static void comesAndGoes(
            KeyValue<String, String> keys, String key, AtomicInteger written) {
        try {
            var _ = keys.put(key, "x");
            var _ = keys.delete(key);
            written.incrementAndGet();
        } catch (NotDoneException | OutcomeUnknownException e) {
            assertNotNull(e.getMessage());
        }
    }

    private static void assertContains(Set<String> expected, KeyValue<String, String> keys) {
        Set<String> missing = new HashSet<>(expected);
        scan(keys, "").keySet().forEach(missing::remove);
        assertEquals(Set.of(), missing);
    }

    @Test
    void aCursorGoesOnAtAnotherClientAndAnotherNode() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3)) {
            Set<String> expected;
            List<String> found = new ArrayList<>();
            Optional<Cursor> next;
            try (PaxosStore store = PaxosStore.connect(cluster.connectString())) {
                expected = put(keys(store), "key", 300).keySet();
                Slice<Map.Entry<String, Versioned<String>>> first =
                        keys(store).scan(bytes("key"), PAGE);
                first.elements().forEach(entry -> found.add(entry.getKey()));
                next = first.next();
            }
            cluster.node(1).stop();
            try (PaxosStore store = PaxosStore.connect(cluster.connectString())) {
                while (next.isPresent()) {
                    Slice<Map.Entry<String, Versioned<String>>> more =
                            keys(store).scan(next.get(), PAGE);
                    more.elements().forEach(entry -> found.add(entry.getKey()));
                    next = more.next();
                }
                assertEquals(expected.size(), found.size());
                assertEquals(expected, new HashSet<>(found));
                Cursor foreign = new Cursor(bytes("1234"), null);
                assertThrows(IllegalArgumentException.class, () -> keys(store).scan(foreign, PAGE));
            }
        }
    }

    /** A page holds about a mebibyte of values, however many keys were asked for. */
    @Test
    void pagesOfLargeValuesHaveFewKeys() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = PaxosStore.connect(cluster.connectString())) {
            store.createSpace("large", SpaceKind.KEY_VALUE);
            KeyValue<String, byte[]> keys = store.keyValue("large", Codec.utf8(), Codec.bytes());
            for (int i = 0; i < 60; i++) {
                keys.put("{a}" + i, new byte[100_000]);
            }
            Slice<Map.Entry<String, Versioned<byte[]>>> first =
                    keys.scan(bytes("{a}"), Page.of(1000));
            assertTrue(first.elements().size() < 30, first.elements().size() + " of 100 kB");
            assertEquals(60, keys.scan().stream().count());
        }
    }
}
