package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.log.fs.FileMark;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** Directories deleted, exchanged and damaged under real nodes: files and sockets are real. */
final class DiskLossTest {
    private static final int KEYS = 300;

    @TempDir private Path directory = Path.of("set by JUnit");

    private EmbeddedCluster start() throws Exception {
        return EmbeddedCluster.builder(3).directory(directory).start();
    }

    private Path data(int node) {
        return directory.resolve("node" + node);
    }

    static void delete(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Also of a running node, which deletes files meanwhile. Its lock is its own. */
    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(
                from,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes is)
                            throws IOException {
                        Files.createDirectories(copied(each));
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path each, BasicFileAttributes is)
                            throws IOException {
                        try {
                            if (!each.endsWith("LOCK")) {
                                Files.copy(each, copied(each), StandardCopyOption.REPLACE_EXISTING);
                            }
                            return FileVisitResult.CONTINUE;
                        } catch (NoSuchFileException e) {
                            return visitFileFailed(each, e);
                        }
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path each, IOException e)
                            throws IOException {
                        if (e instanceof NoSuchFileException) {
                            return FileVisitResult.CONTINUE;
                        }
                        throw e;
                    }

                    private Path copied(Path each) {
                        return to.resolve(from.relativize(each).toString());
                    }
                });
    }

    private static KeyValue<String, String> filled(PaxosStore store) {
        store.createSpace("kv");
        KeyValue<String, String> kv = RejoinTest.open(store, "kv");
        for (int i = 0; i < KEYS; i++) {
            kv.put("k" + i, "v" + i);
        }
        return kv;
    }

    /** A store's first incarnation is its second of birth: a new one is to be born in a later. */
    static void awaitNextSecond() throws InterruptedException {
        long second = System.currentTimeMillis() / 1000;
        RejoinTest.await("a later second", () -> System.currentTimeMillis() / 1000 > second + 1);
    }

    @Test
    void aNodeWithAnEmptiedDirectoryRejoinsByBeingStarted() throws Exception {
        try (EmbeddedCluster cluster = start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            KeyValue<String, String> kv = filled(store);
            cluster.node(2).stop();
            delete(data(2));
            awaitNextSecond();
            cluster.node(2).start();
            cluster.awaitReady();
            RejoinTest.await("the node to be whole", () -> RejoinTest.isWhole(cluster, 2));
            cluster.node(1).kill();
            for (int i = 0; i < KEYS; i++) {
                assertEquals(Optional.of("v" + i), kv.get("k" + i));
                kv.put("k" + i, "w" + i);
            }
            cluster.node(1).start();
            cluster.awaitReady();
            cluster.node(3).kill();
            for (int i = 0; i < KEYS; i++) {
                assertEquals(Optional.of("w" + i), kv.get("k" + i));
            }
        }
    }

    /** However often either is started: what the copy has forgotten does not come back. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anOldCopyOfADirectoryIsRefused(int lives, @TempDir Path copies) throws Exception {
        try (EmbeddedCluster cluster = start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            KeyValue<String, String> kv = filled(store);
            cluster.node(3).stop();
            copy(data(3), copies.resolve("node3"));
            for (int life = 0; life < lives; life++) {
                cluster.node(3).start();
                cluster.awaitReady();
                kv.put("k1", "after the copy");
                cluster.node(3).stop();
            }
            delete(data(3));
            copy(copies.resolve("node3"), data(3));
            for (int start = 0; start < 2; start++) {
                cluster.node(3).start();
                assertFalse(
                        comesToConnect(cluster, 3),
                        "its promises after the copy are lost (Rule A1)");
                cluster.node(3).stop();
            }
            delete(data(3));
            awaitNextSecond();
            cluster.node(3).start();
            RejoinTest.await("the node to be whole", () -> RejoinTest.isWhole(cluster, 3));
        }
    }

    /** Nobody else can see it: it looks like the node that was killed. */
    @Test
    void aCopyOfTheDirectoryOfARunningNodeIsRefused(@TempDir Path copies) throws Exception {
        FileMark mark = FileSystem.real().mark(Files.createFile(copies.resolve("file")));
        assumeTrue(mark != null && mark.birthNanos() != 0, "no marks of files here");
        try (EmbeddedCluster cluster = start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            KeyValue<String, String> kv = filled(store);
            copy(data(3), copies.resolve("node3"));
            cluster.node(1).kill();
            kv.put("k1", "after the copy");
            cluster.node(3).kill();
            delete(data(3));
            copy(copies.resolve("node3"), data(3));
            StartException refused =
                    assertThrows(StartException.class, () -> cluster.node(3).start());
            assertTrue(String.valueOf(refused.getMessage()).contains("is a copy"));
        }
    }

    /** Whether a node is welcome; a refused one would be within this time, too. */
    private static boolean comesToConnect(EmbeddedCluster cluster, int node)
            throws InterruptedException {
        long deadline = System.nanoTime() + 1_000_000_000L;
        while (System.nanoTime() < deadline) {
            if (cluster.node(node).peersConnected() > 0) {
                return true;
            }
            Thread.sleep(5);
        }
        return false;
    }

    @Test
    void anotherNodesDirectoryIsRefusedWithOneSentence() throws Exception {
        try (EmbeddedCluster cluster = start()) {
            cluster.node(2).stop();
            cluster.node(3).stop();
            delete(data(2));
            copy(data(3), data(2));
            StartException refused =
                    assertThrows(StartException.class, () -> cluster.node(2).start());
            String sentence = String.valueOf(refused.getMessage());
            assertTrue(sentence.contains(data(2).toString()), sentence);
            assertTrue(sentence.contains("node 3"), sentence);
            assertEquals(-1, sentence.indexOf('\n'), sentence);
        }
    }

    @Test
    void flippedBitsAreRepairedFromTheOtherNodes() throws Exception {
        long seed = 20_261_121;
        Random random = new Random(seed);
        try (EmbeddedCluster cluster = start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            KeyValue<String, String> kv = filled(store);
            for (int round = 0; round < 3; round++) {
                cluster.node(2).stop();
                flipOneBitInEveryFile(data(2), random);
                cluster.node(2).start();
                cluster.awaitReady();
                RejoinTest.await("the node to be whole", () -> RejoinTest.isWhole(cluster, 2));
                RejoinTest.await(
                        "the sweep",
                        () ->
                                cluster.node(2)
                                        .metrics()
                                        .lines()
                                        .filter(line -> line.startsWith("paxosstore_sweep_walks"))
                                        .anyMatch(line -> !line.endsWith(" 0.0")));
                cluster.node(3).kill();
                for (int i = 0; i < KEYS; i++) {
                    assertEquals(Optional.of("v" + i), kv.get("k" + i), "seed " + seed);
                }
                cluster.node(3).start();
                cluster.awaitReady();
            }
        }
    }

    /** Most of a data file is still empty: the bit is one of the part that is written. */
    private static void flipOneBitInEveryFile(Path data, Random random) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(data)) {
            files =
                    all.filter(Files::isRegularFile)
                            .filter(file -> file.toFile().length() > 0)
                            .sorted()
                            .toList();
        }
        for (Path file : files) {
            try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
                long at = random.nextLong(Math.min(out.length(), 64 << 10));
                out.seek(at);
                int held = out.read();
                out.seek(at);
                out.write(held ^ 1 << random.nextInt(8));
            }
        }
    }
}
