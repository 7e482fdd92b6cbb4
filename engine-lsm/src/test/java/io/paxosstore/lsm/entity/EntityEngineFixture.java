package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Stored;
import io.paxosstore.log.EntityShard;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.SlotTenures;
import io.paxosstore.lsm.store.Disk;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Supplier;

/** An engine on a disk whose power may fail, and what is to be on it. */
abstract class EntityEngineFixture {
    @TempDir Path root;
    Disk disk;
    CrashableFileSystem fs;
    Path data;
    TestEngine node;
    int incarnation;
    Supplier<SlotTenures> tenures = () -> SlotTenures.FIRST;
    final Truth truth = new Truth(1, new Random(11));
    final Truth other = new Truth(2, new Random(12));

    @BeforeEach
    void begin() throws IOException {
        disk = new Disk(root);
        fs = new CrashableFileSystem(1);
        data = disk.fresh();
        open();
    }

    @AfterEach
    void end() {
        node.engine.close();
    }

    final void open() throws IOException {
        node = TestEngine.open(fs, data, ++incarnation, tenures);
    }

    /** The power fails; what RocksDB has not flushed and the journal not forced is gone. */
    void crash() throws IOException {
        crashWithoutOpening();
        open();
    }

    void crashWithoutOpening() {
        data = disk.crashImage(node.engine.data(), data);
        fs = fs.crash();
        node.engine.close();
    }

    void restart() throws IOException {
        node.engine.close();
        open();
    }

    void choose(Truth of, int entries) {
        for (int i = 0; i < entries; i++) {
            of.choose(of.proposal());
        }
    }

    void learnAll(Truth of) {
        for (long entry = node.load(of).version() + 1; entry <= of.newest(); entry++) {
            node.learn(of, entry);
        }
    }

    List<byte[]> image(Truth of) throws IOException {
        return image(of, 0);
    }

    /** What brings the holder of a version to the newest one; of all there is above 0. */
    List<byte[]> image(Truth of, long above) throws IOException {
        CrashableFileSystem peerFs = new CrashableFileSystem(2);
        TestEngine peer = TestEngine.open(peerFs, disk.fresh(), 1);
        for (long entry = 1; entry <= of.newest(); entry++) {
            peer.learn(of, entry);
            peer.settle();
        }
        List<byte[]> pages = new ArrayList<>();
        EntityShard.ImageSource source = peer.shard(of.key).exportImage(of.key, above);
        assertNotNull(source);
        assertEquals(of.newest(), source.version());
        for (byte[] page = source.nextPage(500); page != null; page = source.nextPage(500)) {
            pages.add(page);
        }
        source.close();
        peer.engine.close();
        return pages;
    }

    Stored install(Truth of, List<byte[]> pages) {
        try (EntityShard.ImageTarget target = node.shard(of.key).installImage(of.key)) {
            pages.forEach(target::page);
            assertTrue(target.isComplete());
            return Objects.requireNonNull(target.finish());
        }
    }

    static List<EntityKey> pageOf(TestEngine engine) {
        List<EntityKey> shown = new ArrayList<>();
        engine.engine.shard(0).page(0, 100, true, (key, version, checksum) -> shown.add(key));
        return shown;
    }
}
