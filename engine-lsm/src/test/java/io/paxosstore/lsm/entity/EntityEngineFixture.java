package io.paxosstore.lsm.entity;

import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.lsm.store.Disk;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;

/** An engine on a disk whose power may fail, and what is to be on it. */
abstract class EntityEngineFixture {
    @TempDir Path root;
    Disk disk;
    CrashableFileSystem fs;
    Path data;
    TestEngine node;
    int incarnation;
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

    void open() throws IOException {
        node = TestEngine.open(fs, data, ++incarnation);
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
}
