package io.paxosstore.bench.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bench.members.Operator;
import io.paxosstore.bench.process.ReplicaCluster;
import io.paxosstore.bench.process.ReplicaProcess;
import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.wire.Response;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All machines of a cluster are exchanged for others, as processes, and what is left of the old
 * ones wakes up: it must not answer for the cluster any more (Rules M1, M10, M13).
 */
@Tag("process")
@Tag("faults")
class ExchangedNodesTest {
    private static final String SPACE = "exchanged";
    private static final int KEYS = 60;

    /** The slots are nearly empty, and many. */
    private static final String MOVING = "slots:\n  moving: 2048\n";

    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(10);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    private FaultyCluster start() throws Exception {
        FaultyCluster cluster =
                FaultyCluster.create(directory, 3, Set.of(FaultKind.REPLACE), MOVING, 1);
        cluster.cluster().start();
        return cluster;
    }

    private static PaxosStore connect(FaultyCluster cluster) {
        PaxosStore store = PaxosStore.connect(cluster.cluster().addresses());
        store.createSpaceIfAbsent(SPACE);
        return store;
    }

    private static KeyValue<String, String> space(PaxosStore store) {
        return store.keyValue(SPACE, Codec.utf8(), Codec.utf8());
    }

    private static Operator operator(FaultyCluster cluster, PaxosStore store) {
        return new Operator(
                store.members(), cluster.cluster(), Operator.WHOLE_LIMIT, System.out::println);
    }

    private static String key(int number) {
        return "key-" + number;
    }

    private static void putAll(KeyValue<String, String> space, String value) {
        for (int i = 0; i < KEYS; i++) {
            space.put(key(i), value);
        }
    }

    private static void checkAll(KeyValue<String, String> space, String value) {
        Map<String, String> held = new TreeMap<>();
        Map<String, String> wanted = new TreeMap<>();
        for (int i = 0; i < KEYS; i++) {
            held.put(key(i), space.get(key(i)).orElse("nothing"));
            wanted.put(key(i), value);
        }
        assertEquals(wanted, held);
    }

    private static void replace(FaultyCluster cluster, Operator operator, int old, int next)
            throws Exception {
        cluster.join(next).awaitReady(ReplicaCluster.READY_LIMIT);
        operator.carryOut(
                new ClusterChange.Replace(old, next),
                view -> view.votes(old) == 0 && view.votes(next) > 0);
    }

    private static void leave(FaultyCluster cluster, Operator operator, int id) throws Exception {
        operator.carryOut(new ClusterChange.Drain(id), view -> view.votes(id) == 0);
        operator.change(new ClusterChange.Remove(id));
        cluster.leave(id);
    }

    /**
     * Two of the three first nodes are stopped with SIGSTOP, one after the other, and exchanged
     * meanwhile. When they go on they are a majority of the voters of the beginning. Those of now
     * are stopped: whatever the old ones said of the store they would say by themselves.
     */
    @Test
    void oldCoordinatorsNeitherReadNorWrite() throws Exception {
        try (FaultyCluster cluster = start();
                PaxosStore store = connect(cluster)) {
            KeyValue<String, String> space = space(store);
            Operator operator = operator(cluster, store);
            putAll(space, "before");
            List<NodeClient> old = new ArrayList<>();
            List<ReplicaProcess> stopped = new ArrayList<>();
            for (int id = 1; id <= 2; id++) {
                int number = space.space().id();
                old.add(new NodeClient(cluster.layout().node(id).clientPort(), number, id));
                old.getLast().read(key(0), LONG);
                stopped.add(cluster.cluster().replica(id));
                stopped.getLast().pause();
                replace(cluster, operator, id, 3 + id);
            }
            putAll(space, "after");
            List<ReplicaProcess> present =
                    Stream.of(3, 4, 5).map(id -> cluster.cluster().replica(id)).toList();
            for (ReplicaProcess replica : present) {
                replica.pause();
            }
            for (ReplicaProcess replica : stopped) {
                replica.resume();
            }
            for (NodeClient client : old) {
                for (int i = 0; i < KEYS; i++) {
                    assertNoAnswer(client, key(i));
                }
            }
            for (ReplicaProcess replica : present) {
                replica.resume();
            }
            checkAll(space, "after");
            for (NodeClient client : old) {
                for (int i = 0; i < KEYS; i++) {
                    // It sends on what it is asked, or refuses.
                    if (client.read(key(i), LONG) instanceof Response.Value value) {
                        assertEquals("after", text(value), key(i));
                    }
                }
            }
            putAll(space, "at last");
            checkAll(space, "at last");
        }
    }

    private static void assertNoAnswer(NodeClient client, String key) throws IOException {
        Response read = client.read(key, SHORT);
        assertTrue(read instanceof Response.Failure, () -> key + " is read: " + read);
        KvOperation put = new KvOperation.Put("stray".getBytes(StandardCharsets.UTF_8), 0);
        Response written = client.write("stray-" + key, put, SHORT);
        assertTrue(written instanceof Response.Failure, () -> key + " is written: " + written);
    }

    private static String text(Response.Value value) {
        assertTrue(value.found());
        return new String(value.value(), StandardCharsets.UTF_8);
    }

    /** From three nodes to five and back to three others; then the first machine comes again. */
    @Test
    void theFirstMachineComesBackAsANewNode() throws Exception {
        try (FaultyCluster cluster = start();
                PaxosStore store = connect(cluster)) {
            KeyValue<String, String> space = space(store);
            Operator operator = operator(cluster, store);
            putAll(space, "three");
            for (int id = 4; id <= 5; id++) {
                int added = id;
                cluster.join(id).awaitReady(ReplicaCluster.READY_LIMIT);
                operator.carryOut(new ClusterChange.Spread(), view -> view.votes(added) > 0);
            }
            putAll(space, "five");
            ReplicaProcess first = cluster.cluster().replica(1);
            for (int id = 1; id <= 2; id++) {
                leave(cluster, operator, id);
            }
            putAll(space, "three others");
            refusesItsOldDirectory(first, operator);
            comesBackEmpty(cluster, operator, first);
            checkAll(space, "three others");
            leave(cluster, operator, 3);
            checkAll(space, "three others");
            putAll(space, "at last");
            checkAll(space, "at last");
        }
    }

    /** As it was, with everything that it once held. */
    private static void refusesItsOldDirectory(ReplicaProcess first, Operator operator)
            throws Exception {
        first.start();
        assertThrows(
                IOException.class, () -> first.awaitReady(Duration.ofSeconds(20)), first::logTail);
        operator.await("it has no votes", view -> view.votes(1) == 0);
        first.close();
    }

    /** With another id; its directory is that of another node until it is emptied. */
    private static void comesBackEmpty(
            FaultyCluster cluster, Operator operator, ReplicaProcess first) throws Exception {
        ReplicaProcess again = cluster.join(6);
        again.awaitReady(ReplicaCluster.READY_LIMIT);
        again.kill();
        again.wipe();
        copy(first.data(), again.data());
        again.start();
        IOException refused =
                assertThrows(IOException.class, () -> again.awaitReady(ReplicaCluster.READY_LIMIT));
        assertTrue(
                String.valueOf(refused.getMessage()).contains("node 1"),
                () -> "why: " + refused.getMessage());
        assertFalse(again.isAlive());
        again.wipe();
        again.start();
        again.awaitReady(ReplicaCluster.READY_LIMIT);
        operator.carryOut(new ClusterChange.Spread(), view -> view.votes(6) > 0);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }
}
