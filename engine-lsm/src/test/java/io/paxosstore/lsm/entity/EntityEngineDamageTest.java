package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.EntityShard;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.lsm.store.Disk;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/** Journal or data damaged, lost, of another store, or wrong. */
class EntityEngineDamageTest extends EntityEngineFixture {
    @Test
    void aDamagedJournalRecordMakesTheEntityAmnesiacUntilItIsRebuilt() throws IOException {
        choose(truth, 5);
        choose(other, 5);
        learnAll(truth);
        learnAll(other);
        EntryValue pending = truth.proposal();
        node.accept(truth, 6, 5, pending, 5);
        node.settle();
        node.engine.flush();
        node.engine.close();
        flipLastPayload(pending);
        open();
        Stored stored = node.load(truth);
        assertTrue(stored.amnesiac());
        assertEquals(5, stored.version());
        assertEquals(6, stored.pendingEntry());
        assertFalse(node.load(other).amnesiac());
        node.append(new LogRecord(truth.key, 6, LogRecord.FLOOR, 0, null, false, 5, true));
        node.settle();
        assertFalse(node.load(truth).amnesiac());
        node.checkData(truth, 5);
        node.checkEntries(truth);
    }

    /** Simulator, entity spaces, N=3 seed 7585: what a rebuilt replica states, a crash leaves. */
    @Test
    void dataIsDurableBeforeTheRecordThatEndsTheAmnesia() throws IOException {
        choose(truth, 5);
        learnAll(truth);
        node.settle();
        flipLastPayload(truth.value(3));
        node.shard(truth.key).entriesAbove(truth.key, 2, 4000);
        Stored stored = node.load(truth);
        assertTrue(stored.amnesiac());
        assertEquals(5, stored.version(), "the data was applied before");
        node.append(new LogRecord(truth.key, 6, 0, 0, null, false, 5, true));
        node.settle();
        crash();
        node.checkData(truth, 5);
    }

    private void flipLastPayload(EntryValue value) throws IOException {
        byte[] wanted = value.payload();
        for (Path file : fs.list(TestEngine.JOURNAL)) {
            byte[] content = file.toString().endsWith(".seg") ? fs.content(file) : new byte[0];
            int at = indexOf(content, wanted);
            if (at >= 0) {
                fs.flipBit(file, at + wanted.length / 2, 1);
                return;
            }
        }
        throw new AssertionError("the value is in no segment");
    }

    private static int indexOf(byte[] content, byte[] wanted) {
        for (int at = 0; at + wanted.length <= content.length; at++) {
            int i = 0;
            while (i < wanted.length && content[at + i] == wanted[i]) {
                i++;
            }
            if (i == wanted.length) {
                return at;
            }
        }
        return -1;
    }

    @Test
    void damagedDataMakesTheEntityAmnesiacUntilAnImageComes() throws IOException {
        choose(truth, 60);
        learnAll(truth);
        node.settle();
        node.flushAndReclaim();
        List<byte[]> pages = image(truth);
        node.engine.close();
        Path table = Disk.tables(data).getLast();
        byte[] bytes = Files.readAllBytes(table);
        bytes[bytes.length / 4] ^= 1;
        Files.write(table, bytes);
        open();
        readAll();
        assertEquals(List.of(truth.key), node.damaged);
        Stored stored = node.load(truth);
        assertTrue(stored.amnesiac());
        assertEquals(0, stored.version());
        assertEquals(61, stored.pendingEntry());
        Effects.Evaluate question = truth.question();
        assertEquals(List.of(), node.shard(truth.key).evaluate(question).results());
        assertNull(node.shard(truth.key).exportImage(truth.key, 0));
        if (!isInstalled(pages) || !isRebuilt()) {
            // Compaction has met the damage, too: RocksDB takes no more writes.
            assertFalse(node.failures.isEmpty());
            restart();
            readAll();
            assertEquals(0, node.load(truth).version(), "moved aside");
            assertTrue(isInstalled(pages));
            assertTrue(isRebuilt());
        }
        node.checkData(truth, 60);
    }

    private boolean isRebuilt() {
        if (node.load(truth).amnesiac()) {
            node.append(new LogRecord(truth.key, 61, 0, 0, null, false, 60, true));
            node.settle();
        }
        return !node.load(truth).amnesiac();
    }

    private void readAll() {
        EntityShard.ImageSource source = node.shard(truth.key).exportImage(truth.key, 0);
        if (source != null) {
            while (source.nextPage(1 << 20) != null) {}
            source.close();
        }
    }

    private boolean isInstalled(List<byte[]> pages) {
        try {
            return install(truth, pages).version() == 60;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Test
    void dataThatCannotBeOpenedIsMovedAside() throws IOException {
        choose(truth, 20);
        learnAll(truth);
        node.settle();
        node.flushAndReclaim();
        List<byte[]> pages = image(truth);
        node.engine.close();
        for (Path table : Disk.tables(data)) {
            Files.delete(table);
        }
        open();
        Stored stored = node.load(truth);
        assertEquals(0, stored.version());
        assertEquals(21, stored.pendingEntry());
        assertFalse(stored.amnesiac(), "what was promised is in the journal");
        assertEquals(20, install(truth, pages).version());
        node.checkData(truth, 20);
    }

    @Test
    void aLostJournalMakesTheNodeRebuild() throws IOException {
        choose(truth, 5);
        learnAll(truth);
        node.settle();
        node.engine.flush();
        node.engine.close();
        for (Path file : fs.list(TestEngine.JOURNAL)) {
            fs.delete(file);
        }
        node = new TestEngine(fs, data, ++incarnation, 1, Standing.WHOLE);
        assertTrue(node.engine.isLost());
        assertThrows(IllegalStateException.class, node.engine::begin);
        node.standing = Standing.REBUILDING;
        node.engine.begin();
        Stored stored = node.load(truth);
        assertTrue(stored.amnesiac());
        assertEquals(5, stored.version());
        assertEquals(List.of(truth.key), pageOf(node), "the data alone knows the entity");
        assertTrue(node.load(other).amnesiac());
        node.append(new LogRecord(truth.key, 6, 0, 0, null, false, 5, true));
        node.settle();
        assertFalse(node.load(truth).amnesiac());
        // Memory is lost once more: what was rebuilt before does not count.
        node.engine.beforeRebuilding();
        assertTrue(node.load(truth).amnesiac());
        node.standing = Standing.WHOLE;
        assertFalse(node.load(truth).amnesiac());
        assertFalse(node.load(other).amnesiac());
    }

    /** Jepsen, table under flip and truncate: the node did not start any more. */
    @Test
    void aLostJournalBesideDamagedDataMakesTheNodeRebuildAll() throws IOException {
        choose(truth, 20);
        learnAll(truth);
        node.settle();
        List<byte[]> pages = image(truth);
        node.flushAndReclaim();
        closeWithDamagedList();
        for (Path file : fs.list(TestEngine.JOURNAL)) {
            fs.delete(file);
        }
        node = new TestEngine(fs, data, ++incarnation, 1, Standing.REBUILDING);
        node.engine.begin();
        Stored stored = node.load(truth);
        assertTrue(stored.amnesiac());
        assertEquals(0, stored.version());
        assertEquals(List.of(), node.failures);
        assertEquals(20, install(truth, pages).version());
        node.append(new LogRecord(truth.key, 21, 0, 0, null, false, 20, true));
        node.settle();
        assertFalse(node.load(truth).amnesiac());
        node.checkData(truth, 20);
    }

    /** The list of entities is damaged: no entity can be told whose that is. */
    @Test
    void aDroppedSpaceWhoseListIsDamagedIsMovedAside() throws IOException {
        choose(truth, 20);
        learnAll(truth);
        node.settle();
        node.flushAndReclaim();
        closeWithDamagedList();
        open();
        node.drop(truth.key.space());
        node.upkeep();
        assertFalse(node.failures.isEmpty(), "the node stops");
        node.engine.close();
        node = new TestEngine(fs, data, ++incarnation, 1, Standing.WHOLE);
        node.dropped = truth.key.space();
        node.engine.begin();
        node.drop(truth.key.space());
        node.upkeep();
        assertEquals(List.of(), node.failures);
    }

    private void closeWithDamagedList() throws IOException {
        node.engine.close();
        Disk.damage(Disk.tables(data, "meta"));
    }

    @Test
    void theDirectoryOfAnotherStoreIsRefused() throws IOException {
        node.engine.close();
        byte[] identity = fs.content(TestEngine.DIRECTORY.resolve(EntityIdentity.FILE));
        assertTrue(identity.length > 0);
        EntityEngineConfig foreign =
                EntityEngineConfig.of(TestEngine.DIRECTORY, new UUID(9, 9), 1, 1);
        IOException refused =
                assertThrows(
                        IOException.class,
                        () ->
                                EntityEngine.open(
                                        foreign,
                                        fs,
                                        node,
                                        EntityEnvironment.system(() -> node.standing)));
        assertTrue(String.valueOf(refused.getMessage()).contains("belongs to the store"));
        open();
    }

    @Test
    void aQuarantinedEntityTakesAnImageOfItsOwnVersion() throws IOException {
        choose(truth, 12);
        learnAll(truth);
        node.settle();
        List<byte[]> pages = image(truth);
        node.shard(truth.key).quarantine(truth.key);
        Stored stored = node.load(truth);
        assertTrue(stored.amnesiac());
        assertEquals(0, stored.version());
        assertEquals(13, stored.pendingEntry());
        assertEquals(12, install(truth, pages).version());
        node.append(new LogRecord(truth.key, 13, 0, 0, null, false, 12, true));
        node.settle();
        assertFalse(node.load(truth).amnesiac());
        node.checkData(truth, 12);
        crash();
        node.checkData(truth, 12);
    }
}
