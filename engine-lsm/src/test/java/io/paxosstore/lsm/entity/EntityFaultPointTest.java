package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Stored;
import io.paxosstore.log.EntityShard;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.lsm.store.Disk;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Power losses before each single disk operation of the journal while it starts, an image or what
 * was appended is installed, the data is flushed, segments are filled, checkpointed, carried and
 * dropped; and every state that a flush of RocksDB can leave: start-up succeeds, and the data is
 * correct.
 */
class EntityFaultPointTest {
    private static final int BASE_ENTRIES = 60;

    /** What the entity holds that gets what was appended since. */
    private static final int APPENDED_ABOVE = 50;

    /** What the disk keeps of unsynced changes differs from seed to seed. */
    private static final int SEEDS = Integer.getInteger("entity.fault.seeds", 1);

    @TempDir Path root;
    private Disk disk;
    private final Random random = new Random(21);
    private final Truth busy = new Truth(1, random);
    private final Truth cold = new Truth(2, random);
    private final Truth imaged = new Truth(3, random);
    private final Truth appended = new Truth(4, random);
    private final List<Truth> all = List.of(busy, cold, imaged, appended);
    private List<byte[]> pages = List.of();
    private List<byte[]> appendedPages = List.of();
    private CrashableFileSystem baseFs;
    private Path baseData;

    /** Several segments; some entries are in the data, some in the journal alone. */
    @BeforeEach
    void prepare() throws IOException {
        disk = new Disk(root);
        for (Truth truth : all) {
            for (int i = 0; i < BASE_ENTRIES; i++) {
                truth.choose(truth.proposal());
            }
        }
        pages = image(imaged, 0);
        appendedPages = image(appended, APPENDED_ABOVE);
        baseFs = new CrashableFileSystem(1);
        Path data = disk.fresh();
        TestEngine node = TestEngine.open(baseFs, data, 1);
        for (int entry = 1; entry <= 40; entry++) {
            node.learn(busy, entry);
            if (entry <= 20) {
                node.learn(cold, entry);
            }
            if (entry <= 10) {
                node.learn(imaged, entry);
            }
            node.settle();
        }
        for (int entry = 1; entry <= APPENDED_ABOVE; entry++) {
            node.learn(appended, entry);
            node.settle();
        }
        node.engine.flush();
        for (int entry = 41; entry <= 50; entry++) {
            node.learn(busy, entry);
            node.settle();
        }
        baseData = disk.crashImage(node.engine.data(), data);
        node.engine.close();
        baseFs = baseFs.copy();
    }

    private List<byte[]> image(Truth of, long above) throws IOException {
        TestEngine peer = TestEngine.open(new CrashableFileSystem(2), disk.fresh(), 1);
        for (long entry = 1; entry <= BASE_ENTRIES - 1; entry++) {
            peer.shard(of.key).apply(of.apply(entry));
        }
        List<byte[]> read = new ArrayList<>();
        EntityShard.ImageSource source = peer.shard(of.key).exportImage(of.key, above);
        assertNotNull(source);
        assertEquals(above > 0, source.isAppended());
        for (byte[] page = source.nextPage(2000); page != null; page = source.nextPage(2000)) {
            read.add(page);
        }
        source.close();
        peer.engine.close();
        return read;
    }

    /** A workload that ends as soon as the power is lost; knows what was told to be durable. */
    private final class Work {
        private final CrashableFileSystem fs;
        private final TestEngine node;
        private final Map<Truth, Long> reported = new HashMap<>();
        private final Map<Truth, Long> reached = new HashMap<>();

        Work(CrashableFileSystem fs, TestEngine node) {
            this.fs = fs;
            this.node = node;
        }

        private void settle() {
            node.settle();
            if (fs.faults().hasPower()) {
                reported.putAll(reached);
            }
        }

        private void learn(Truth truth, long entry) {
            if (fs.faults().hasPower()) {
                node.learn(truth, entry);
                reached.put(truth, entry);
                settle();
            }
        }

        private void install(Truth truth, List<byte[]> itsPages) {
            if (fs.faults().hasPower()) {
                try (EntityShard.ImageTarget target =
                        node.shard(truth.key).installImage(truth.key)) {
                    itsPages.forEach(target::page);
                    assertEquals(truth == appended, target.isAppended());
                    assertNotNull(target.finish());
                }
            }
        }

        void run() {
            for (long entry = 51; entry < BASE_ENTRIES; entry++) {
                learn(busy, entry);
            }
            install(imaged, pages);
            install(appended, appendedPages);
            learn(imaged, BASE_ENTRIES);
            learn(appended, BASE_ENTRIES);
            if (fs.faults().hasPower()) {
                node.engine.flush();
            }
            learn(busy, BASE_ENTRIES);
            if (fs.faults().hasPower()) {
                node.engine.requestCheckpoint();
                node.upkeep();
            }
            if (fs.faults().hasPower()) {
                node.engine.requestCheckpoint();
                node.upkeep();
            }
        }
    }

    @Test
    void powerLossAtEachDiskOperationOfTheJournal() throws IOException {
        int points = 0;
        long dropped = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            for (int at = 1; ; at++) {
                CrashableFileSystem fs = baseFs.copy();
                Path data = disk.copy(baseData);
                fs.faults().powerLossAt(at);
                Map<Truth, Long> reported = Map.of();
                try {
                    TestEngine node = TestEngine.open(fs, data, 2);
                    Work work = new Work(fs, node);
                    work.run();
                    reported = work.reported;
                    data = disk.crashImage(node.engine.data(), data);
                    dropped += node.engine.journalStats().droppedSegments();
                    node.engine.close();
                } catch (IOException e) {
                    assertTrue(!fs.faults().hasPower(), "only the power may be missing: " + e);
                }
                boolean over = fs.faults().hasPower();
                check(fs.crash(), data, reported);
                if (over) {
                    break;
                }
                points++;
            }
        }
        assertTrue(points > 25 * SEEDS, "points: " + points);
        assertTrue(dropped > 0, "segments must be dropped");
    }

    /** The engine starts, holds what it told to be durable, and goes on to the end. */
    private void check(CrashableFileSystem fs, Path data, Map<Truth, Long> reported)
            throws IOException {
        TestEngine node = TestEngine.open(fs, data, 3);
        for (Truth truth : all) {
            Stored stored = node.load(truth);
            assertEquals(false, stored.amnesiac());
            long known = Math.max(stored.version(), stored.pendingEntry() - 1);
            assertTrue(known >= reported.getOrDefault(truth, 0L), "something durable is lost");
            node.checkData(truth, stored.version());
            node.checkEntries(truth);
        }
        assertTrue(node.load(busy).version() >= 50);
        assertTrue(node.load(cold).version() >= 20);
        assertTrue(node.load(imaged).version() >= 10);
        assertTrue(node.load(appended).version() >= APPENDED_ABOVE);
        for (Truth truth : all) {
            for (long entry = node.load(truth).version() + 1; entry <= truth.newest(); entry++) {
                node.learn(truth, entry);
            }
            node.settle();
        }
        node.flushAndReclaim();
        for (Truth truth : all) {
            node.checkData(truth, truth.newest());
            assertEquals(0, node.load(truth).pendingEntry());
        }
        assertEquals(List.of(), node.failures);
        assertEquals(List.of(), node.damaged);
        node.engine.close();
    }

    /** The files of a directory by name, with their bytes. */
    private static Map<String, byte[]> files(Path directory) throws IOException {
        Map<String, byte[]> found = new HashMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                found.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
            }
        }
        return found;
    }

    /**
     * RocksDB flushes by writing new tables, forcing them, and appending to its manifest: a crash
     * leaves any begin of that.
     */
    @Test
    void aCrashAnywhereInAFlushOfTheData() throws IOException {
        CrashableFileSystem fs = baseFs.copy();
        Path data = disk.copy(baseData);
        TestEngine node = TestEngine.open(fs, data, 2);
        node.settle();
        Map<String, byte[]> before = files(disk.crashImage(node.engine.data(), data).resolve("db"));
        node.engine.flush();
        Path flushed = disk.crashImage(node.engine.data(), data);
        Map<String, byte[]> after = files(flushed.resolve("db"));
        CrashableFileSystem journal = fs.copy();
        node.engine.close();
        List<String> tables = new ArrayList<>();
        String manifest = "";
        for (String name : after.keySet().stream().sorted().toList()) {
            if (name.endsWith(".sst") && !before.containsKey(name)) {
                tables.add(name);
            } else if (name.startsWith("MANIFEST")) {
                manifest = name;
            }
        }
        byte[] newManifest = bytes(after, manifest);
        int oldLength = bytes(before, manifest).length;
        assertTrue(!tables.isEmpty() && newManifest.length > oldLength, "the flush wrote");
        List<Map<String, byte[]>> states = new ArrayList<>();
        Map<String, byte[]> state = new HashMap<>(before);
        for (String table : tables) {
            byte[] whole = bytes(after, table);
            for (int length : new int[] {0, whole.length / 2, whole.length}) {
                state.put(table, Arrays.copyOf(whole, length));
                states.add(new HashMap<>(state));
            }
        }
        for (int part = 1; part <= 6; part++) {
            int length = oldLength + (newManifest.length - oldLength) * part / 6;
            state.put(manifest, Arrays.copyOf(newManifest, length));
            states.add(new HashMap<>(state));
        }
        for (Map<String, byte[]> left : states) {
            Path crashed = disk.copy(baseData);
            for (String name : files(crashed.resolve("db")).keySet()) {
                Files.delete(crashed.resolve("db").resolve(name));
            }
            for (Map.Entry<String, byte[]> file : left.entrySet()) {
                Files.write(crashed.resolve("db").resolve(file.getKey()), file.getValue());
            }
            check(journal.copy(), crashed, Map.of(busy, 50L, cold, 20L, imaged, 10L));
        }
        assertTrue(states.size() >= 9, "states: " + states.size());
    }

    private static byte[] bytes(Map<String, byte[]> files, String name) {
        byte[] bytes = files.get(name);
        assertNotNull(bytes, name);
        return bytes;
    }
}
