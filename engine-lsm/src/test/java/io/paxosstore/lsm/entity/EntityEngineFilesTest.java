package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Stored;
import io.paxosstore.log.EntityShard;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.lsm.store.Disk;
import io.paxosstore.lsm.store.SmallDisk;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Each kind of file of the data deleted, cut, changed, or in a directory's place: the next start
 * succeeds, and an image makes good what is missing. What is no damage moves nothing.
 */
class EntityEngineFilesTest extends EntityEngineFixture {
    private static final int ENTRIES = 60;

    private interface Harm {
        void to(Path file) throws IOException;
    }

    private static final Map<String, Harm> HARMS =
            new TreeMap<>(
                    Map.of(
                            "deleted", Files::delete,
                            "emptied", file -> cut(file, 0),
                            "cut", file -> cut(file, Files.size(file) / 2),
                            "flipped", EntityEngineFilesTest::flip,
                            "a directory", EntityEngineFilesTest::makeDirectory));

    private static void cut(Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    private static void flip(Path file) throws IOException {
        long size = Files.size(file);
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            if (channel.read(one, size / 2) == 1) {
                one.put(0, (byte) (one.get(0) ^ 4)).flip();
                channel.write(one, size / 2);
            }
        }
    }

    private static void makeDirectory(Path file) throws IOException {
        Files.delete(file);
        Files.createDirectory(file);
        Files.writeString(file.resolve("something"), "else");
    }

    /** One of each kind: names that differ in their numbers are of one. */
    private static List<Path> kinds(Path directory) throws IOException {
        Map<String, Path> kinds = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            files.filter(Files::isRegularFile)
                    .sorted()
                    .map(directory::relativize)
                    .forEach(file -> kinds.put(file.toString().replaceAll("[0-9]+", "N"), file));
        }
        return new ArrayList<>(kinds.values());
    }

    private void fill() throws IOException {
        choose(truth, ENTRIES);
        learnAll(truth);
        choose(other, 5);
        install(other, image(other)); // leaves a mark
        node.settle();
        node.flushAndReclaim();
    }

    @Test
    void whateverHappensToAFileTheStartSucceeds() throws IOException {
        fill();
        List<byte[]> pages = image(truth);
        List<byte[]> otherPages = image(other);
        node.engine.close();
        Path sound = data;
        CrashableFileSystem soundJournal = fs;
        List<Path> kinds = kinds(sound);
        assertTrue(kinds.size() >= 7, kinds.toString());
        int movedAside = 0;
        for (Path file : kinds) {
            for (Map.Entry<String, Harm> harm : HARMS.entrySet()) {
                data = disk.copy(sound);
                fs = soundJournal.copy();
                harm.getValue().to(data.resolve(file));
                try {
                    open();
                    repair(truth, pages, ENTRIES);
                    repair(other, otherPages, 5);
                    movedAside += new DamagedCopies(data).list().size();
                    node.engine.close();
                    open();
                    node.checkData(truth, ENTRIES);
                    node.checkData(other, 5);
                    assertEquals(List.of(), node.failures);
                } catch (IOException | RuntimeException | AssertionError e) {
                    throw new AssertionError(file + " " + harm.getKey() + ": " + e, e);
                } finally {
                    node.engine.close();
                }
            }
        }
        assertTrue(movedAside >= 8, "moved aside: " + movedAside);
        data = sound;
        fs = soundJournal;
        open();
    }

    /** Reads everything; an image comes where something is missing or found damaged. */
    private void repair(Truth of, List<byte[]> pages, long version) {
        EntityShard.ImageSource source = node.shard(of.key).exportImage(of.key, 0);
        if (source != null) {
            while (source.nextPage(1 << 20) != null) {}
            source.close();
        }
        Stored found = node.load(of);
        assertTrue(
                found.version() == version || found.amnesiac() || found.pendingEntry() > version);
        if (found.version() < version) {
            assertEquals(version, install(of, pages).version());
        }
        node.settle();
        node.engine.flush();
        node.checkData(of, version);
    }

    @Test
    void aDirectoryThatIsMissingIsMadeAnew() throws IOException {
        fill();
        List<byte[]> pages = image(truth);
        node.engine.close();
        delete(data);
        open();
        repair(truth, pages, ENTRIES);
        node.engine.close();
        delete(data.resolve("db"));
        open();
        repair(truth, pages, ENTRIES);
        node.engine.close();
        delete(data);
        Files.writeString(data, "no directory");
        open();
        repair(truth, pages, ENTRIES);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void onlyTheNewestDamagedCopiesAreKept() throws IOException {
        fill();
        for (int i = 0; i < EntityEngineConfig.DAMAGED_COPIES_DEFAULT + 2; i++) {
            node.engine.flush();
            node.engine.close();
            Disk.tables(data).forEach(EntityEngineFilesTest::deleteTable);
            open();
            assertEquals(0, node.load(truth).version());
            choose(other, 1);
            install(other, image(other));
        }
        List<Path> kept = new DamagedCopies(data).list();
        assertEquals(EntityEngineConfig.DAMAGED_COPIES_DEFAULT, kept.size());
        assertTrue(kept.getLast().toString().endsWith(".damaged-" + incarnation), kept.toString());
    }

    private static void deleteTable(Path table) {
        try {
            Files.delete(table);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void assertRefused(String words) throws IOException {
        fs = fs.copy();
        IOException refused = assertThrows(IOException.class, this::open);
        String sentence = String.valueOf(refused.getMessage());
        assertTrue(sentence.contains(words) && sentence.contains(data.toString()), sentence);
        assertFalse(sentence.contains("\n"), sentence);
        assertEquals(List.of(), new DamagedCopies(data).list(), "nothing is moved");
    }

    @Test
    void dataThatIsInUseIsNotDamaged() throws IOException {
        fill();
        TestEngine first = node;
        CrashableFileSystem its = fs;
        assertRefused("is in use by a running process");
        node = first;
        fs = its;
        node.checkData(truth, ENTRIES);
    }

    @Test
    void dataThatMayNotBeWrittenOrFindsNoRoomIsNotDamaged() throws Exception {
        node.engine.close();
        try (SmallDisk small = new SmallDisk(root.resolve("small"), 16)) {
            data = root.resolve("small").resolve("data");
            fs = new CrashableFileSystem(3);
            open();
            fill();
            node.engine.close();
            small.readOnly(true);
            assertRefused("check owner and rights");
            small.readOnly(false);
            small.fill();
            assertRefused("make room");
            small.free();
            open();
            node.checkData(truth, ENTRIES);
            node.engine.close();
        }
    }
}
