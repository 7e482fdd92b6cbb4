package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.PaxosStoreException;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Each kind of file of a stopped node deleted, cut, changed, or a directory in its place: the node
 * starts and has all data again, or it says in one sentence why it does not, where that is the
 * rule. Changed files, and those of RocksDB that matter less, are left to {@code FlippedBitTest}
 * and {@code EntityEngineFilesTest}; {@code -Dpaxosstore.files=all} has them here, too.
 */
final class StoreFilesTest {
    private static final boolean ALL = "all".equals(System.getProperty("paxosstore.files"));
    private static final int NODE = 3;
    private static final int WRITES = 600;
    private static final int ENTITIES = 20;
    private static final Duration WHOLE_LIMIT = Duration.ofSeconds(30);
    private static final int POLL_MILLIS = 5;

    @TempDir private Path root = Path.of("set by JUnit");

    private Path node() {
        return root.resolve("cluster").resolve("node" + NODE);
    }

    @Test
    void whateverHappensToAFileTheNodeComesBackOrSaysWhyNot() throws Exception {
        try (EmbeddedCluster cluster =
                        EmbeddedCluster.builder(3)
                                .directory(root.resolve("cluster"))
                                .set("sweep.interval", "300ms")
                                .set("sweep.check-rate", "100000")
                                .set("sweep.recover-rate", "100000")
                                .start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            KnownKeys keys = KnownKeys.create(cluster, new Random(8));
            keys.write(1, WRITES);
            store.createSpace("boxes", SpaceKind.ENTITY);
            for (int i = 0; i < ENTITIES; i++) {
                map(store, i).put("field", "value " + i);
            }
            cluster.node(NODE).stop();
            Path sound = root.resolve("sound");
            copy(node(), sound);
            List<Path> kinds = kinds(sound);
            assertTrue(kinds.size() >= 12, kinds.toString());
            for (Path file : kinds) {
                for (Harm harm : Harm.values()) {
                    if (ALL || isChosen(file.toString(), harm)) {
                        try {
                            delete(node());
                            copy(sound, node());
                            harm.to(node().resolve(file));
                            restart(cluster, keys, file, harm, sound);
                        } catch (Exception | AssertionError e) {
                            throw new AssertionError(file + " " + harm + ": " + e, e);
                        }
                    }
                }
            }
        }
    }

    private static boolean isChosen(String file, Harm harm) {
        boolean ofRocks = file.contains("data/");
        return switch (harm) {
            case DELETED, CUT ->
                    !ofRocks
                            || file.contains("MANIFEST")
                            || file.endsWith("CURRENT")
                            || file.endsWith(".sst");
            case A_DIRECTORY -> !ofRocks;
            case FLIPPED -> false;
        };
    }

    private void restart(EmbeddedCluster cluster, KnownKeys keys, Path file, Harm harm, Path sound)
            throws Exception {
        try {
            cluster.node(NODE).start();
        } catch (StartException e) {
            String sentence = String.valueOf(e.getMessage());
            assertTrue(mayRefuse(file, harm), sentence);
            assertTrue(sentence.endsWith(".") && !sentence.contains("\n"), sentence);
            assertTrue(sentence.contains(node().toString()), sentence);
            return;
        }
        awaitEqual(cluster, keys);
        cluster.node(NODE).stop();
        // Else the sound copy would be one from before this life, which the others refuse.
        Files.copy(
                node().resolve("STORE"),
                sound.resolve("STORE"),
                StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Whose store it is must be known, and is not guessed; and nobody deletes a directory of which
     * he does not know what it is.
     */
    private static boolean mayRefuse(Path file, Harm harm) {
        boolean ofRocks = file.toString().contains("data/");
        boolean identity = file.toString().equals("STORE") && harm != Harm.FLIPPED;
        return identity || (harm == Harm.A_DIRECTORY && !ofRocks);
    }

    private static void awaitEqual(EmbeddedCluster cluster, KnownKeys keys) throws Exception {
        cluster.awaitReady();
        String address = cluster.member(NODE).host() + ":" + cluster.member(NODE).clientPort();
        ClientOptions patient = ClientOptions.builder().deadline(Duration.ofSeconds(20)).build();
        long deadline = System.nanoTime() + WHOLE_LIMIT.toNanos();
        try (PaxosStore there = PaxosStore.connect(address, patient)) {
            while (true) {
                List<String> differences = keys.differences(NODE, ReadMode.LOCAL);
                if (!RejoinTest.isWhole(cluster, NODE)) {
                    differences.add("not whole");
                }
                for (int i = 0; i < ENTITIES; i++) {
                    addDifference(there, i, differences);
                }
                if (differences.isEmpty()) {
                    return;
                }
                assertTrue(System.nanoTime() < deadline, differences::toString);
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    private static void addDifference(PaxosStore there, int entity, List<String> differences) {
        Optional<String> wanted = Optional.of("value " + entity);
        try {
            CallOptions local = CallOptions.DEFAULT.readMode(ReadMode.LOCAL);
            Optional<String> found = map(there, entity).with(local).get("field");
            assertFalse(found.isPresent() && !found.equals(wanted), "a wrong answer: " + found);
            if (!found.equals(wanted)) {
                differences.add("entity " + entity + ": " + found);
            }
        } catch (PaxosStoreException e) {
            differences.add("entity " + entity + ": " + e.getMessage());
        }
    }

    private static EntityMap<String, String> map(PaxosStore store, int entity) {
        return store.entity("boxes", "e" + entity).map("map", Codec.utf8(), Codec.utf8());
    }

    /** One of each kind: names that differ in their numbers are of one. */
    private static List<Path> kinds(Path directory) throws IOException {
        Map<String, Path> kinds = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            files.filter(Files::isRegularFile)
                    .sorted()
                    .map(directory::relativize)
                    .forEach(file ->
                            kinds.putIfAbsent(
                                    file.toString().replaceAll("[0-9a-f]{8,}|[0-9]+", "N"), file));
        }
        return new ArrayList<>(kinds.values());
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void twoStartsOnOneDirectoryAreRefusedInASentence() throws Exception {
        try (EmbeddedCluster cluster =
                EmbeddedCluster.builder(1).directory(root.resolve("cluster")).start()) {
            EmbeddedNode first = cluster.node(1);
            assertTrue(first.isRunning());
            try {
                EmbeddedCluster.builder(1).directory(root.resolve("cluster")).start().close();
                throw new AssertionError("two nodes in one directory");
            } catch (StartException e) {
                assertTrue(String.valueOf(e.getMessage()).contains("in use by a running process"));
                assertEquals(1, String.valueOf(e.getMessage()).lines().count());
            }
        }
    }
}
