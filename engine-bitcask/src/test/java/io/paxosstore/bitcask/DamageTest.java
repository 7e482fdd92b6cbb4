package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Stored;
import io.paxosstore.log.CorruptRecordException;
import io.paxosstore.log.SegmentPool;
import io.paxosstore.log.fs.CrashableFileSystem;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Rule D5: torn tails are cut, bad records isolated and reported, never a refusal to start. */
class DamageTest {
    private static final Path FIRST = TestStore.DIRECTORY.resolve(SegmentPool.fileName(1));
    private final CrashableFileSystem fs = new CrashableFileSystem(1);

    /** Three writes of one record each, then the process is killed. */
    private CrashableFileSystem killed() throws IOException {
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("a", 1, "first value"));
        store.store(TestStore.chosen("b", 1, "second value"));
        store.store(TestStore.chosen("c", 1, "third value"));
        return fs.killProcess();
    }

    private static int indexOf(CrashableFileSystem files, Path file, String text) {
        String content = new String(files.content(file), StandardCharsets.ISO_8859_1);
        int at = content.indexOf(text);
        assertTrue(at > 0, () -> text + " is not in " + file);
        return at;
    }

    @Test
    void badValueNamesItsEntityAndLeavesTheOthersAlone() throws IOException {
        CrashableFileSystem after = killed();
        after.flipBit(FIRST, indexOf(after, FIRST, "second value"), 0);
        TestStore store = TestStore.open(after);
        List<DamageReport> damage = store.engine.damage();
        assertEquals(1, damage.size());
        DamageReport report = damage.get(0);
        assertEquals(DamageReport.Kind.BAD_VALUE, report.kind());
        assertEquals(TestStore.key("b"), report.entity());
        assertEquals(1, report.entry());
        assertEquals(FIRST, report.file());
        CorruptRecordException corrupt =
                assertThrows(CorruptRecordException.class, () -> store.load("b"));
        assertEquals(report.offset(), corrupt.offset());
        assertEquals(FIRST.toString(), corrupt.file());
        assertEquals("first value", TestStore.text(store.load("a").chosenValue()));
        assertEquals("third value", TestStore.text(store.load("c").chosenValue()));
        assertEquals(1, store.engine.stats().losses());
    }

    @Test
    void unreadableRecordIsSkippedReportedAtEveryStartAndKept() throws IOException {
        CrashableFileSystem after = killed();
        int at = indexOf(after, FIRST, "second value");
        after.flipBit(FIRST, at - 1, 0);
        for (int start = 0; start < 3; start++) {
            TestStore store = TestStore.open(after);
            List<DamageReport> damage = store.engine.damage();
            assertEquals(1, damage.size(), damage::toString);
            assertEquals(DamageReport.Kind.UNREADABLE_REGION, damage.get(0).kind());
            assertTrue(damage.get(0).offset() < at);
            assertTrue(damage.get(0).offset() + damage.get(0).bytes() > at);
            assertEquals(Stored.NOTHING, store.load("b"));
            assertEquals("third value", TestStore.text(store.load("c").chosenValue()));
            store.settle();
            store.engine.close();
        }
        assertTrue(after.exists(FIRST), "damage is kept for whoever repairs it");
    }

    @Test
    void damagedLengthDoesNotHideTheRecordsBehindIt() throws IOException {
        CrashableFileSystem after = killed();
        int first = SegmentHeader.BYTES;
        for (int bit = 0; bit < 8; bit++) {
            after.flipBit(FIRST, first + RecordFormat.LENGTH_AT + 2, bit);
            TestStore store = TestStore.open(after);
            assertEquals(Stored.NOTHING, store.load("a"));
            assertEquals("second value", TestStore.text(store.load("b").chosenValue()));
            assertEquals(DamageReport.Kind.UNREADABLE_REGION, store.engine.damage().get(0).kind());
            after.flipBit(FIRST, first + RecordFormat.LENGTH_AT + 2, bit);
            after = after.killProcess();
        }
    }

    /** All of a write is cut from its first bad record on: later records may rest on it. */
    @Test
    void tornWriteIsCutAsAWhole() throws IOException {
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("a", 1, "first value"));
        store.append(TestStore.accept("k", 1, 1, "torn away", 0));
        store.append(TestStore.accept("k", 2, 1, "rests on the torn one", 1));
        store.append(TestStore.chosen("z", 1, "intact"));
        store.flush();
        CrashableFileSystem after = fs.killProcess();
        after.flipBit(FIRST, indexOf(after, FIRST, "torn away"), 3);
        for (int start = 0; start < 2; start++) {
            TestStore again = TestStore.open(after);
            assertEquals(Stored.NOTHING, again.load("k"));
            assertEquals(Stored.NOTHING, again.load("z"));
            assertEquals("first value", TestStore.text(again.load("a").chosenValue()));
            if (start == 0) {
                assertEquals(DamageReport.Kind.TORN_TAIL, again.engine.damage().get(0).kind());
                again.settle();
            } else {
                assertEquals(List.of(), again.engine.damage());
            }
            again.engine.close();
        }
    }

    @Test
    void damagedHintIsReportedAndReplacedByAScan() throws IOException {
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("a", 1, "first value"));
        store.engine.close();
        Path hint = HintWriter.fileOf(FIRST);
        fs.flipBit(hint, HintWriter.HEADER_BYTES + 12, 2);
        TestStore again = TestStore.open(fs);
        assertEquals(DamageReport.Kind.BAD_HINT, again.engine.damage().get(0).kind());
        assertEquals(0, again.engine.stats().losses());
        assertEquals("first value", TestStore.text(again.load("a").chosenValue()));
        again.settle();
        assertTrue(fs.exists(hint), "the hint file is written again");
    }

    @Test
    void damagedSegmentHeaderLosesNothing() throws IOException {
        CrashableFileSystem after = killed();
        after.flipBit(FIRST, 3, 3);
        TestStore store = TestStore.open(after);
        assertEquals(DamageReport.Kind.BAD_SEGMENT_HEADER, store.engine.damage().get(0).kind());
        assertEquals("third value", TestStore.text(store.load("c").chosenValue()));
    }

    @Test
    void lostSealIsReported() throws IOException {
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("a", 1, "first value"));
        store.engine.close();
        TestStore second = TestStore.open(fs);
        second.store(TestStore.chosen("b", 1, "second value"));
        second.engine.close();
        fs.delete(HintWriter.fileOf(FIRST));
        ByteBuffer content = ByteBuffer.wrap(fs.content(FIRST));
        int seal = SegmentHeader.BYTES;
        seal += Location.padded(content.getInt(seal + RecordFormat.LENGTH_AT) >>> 8);
        fs.flipBit(FIRST, seal, 0);
        TestStore third = TestStore.open(fs);
        assertEquals(DamageReport.Kind.MISSING_SEAL, third.engine.damage().get(0).kind());
        assertEquals("first value", TestStore.text(third.load("a").chosenValue()));
    }

    /** The version comes from the keydir; the disk is read for a pending record and for values. */
    @Test
    void versionIsKnownWithoutADiskRead() throws IOException {
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("a", 3, "first value"));
        fs.faults().failRead(1);
        assertEquals(
                new Stored(3, null, 0, 0, 0, null),
                store.shard(TestStore.key("a")).load(TestStore.key("a"), false));
        store.store(TestStore.accept("a", 4, 1, "pending value", 3));
        assertThrows(CorruptRecordException.class, () -> store.load("a"));
        store.shard(TestStore.key("a")).markChosen(TestStore.key("a"), 4);
        fs.faults().failRead(1);
        assertEquals(4, store.shard(TestStore.key("a")).load(TestStore.key("a"), false).version());
    }

    @Test
    void readErrorNamesThePlace() throws IOException {
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("a", 1, "first value"));
        fs.faults().failRead(1);
        CorruptRecordException failed =
                assertThrows(CorruptRecordException.class, () -> store.load("a"));
        assertEquals(SegmentHeader.BYTES, failed.offset());
        fs.faults().shortReads(3);
        assertEquals("first value", TestStore.text(store.load("a").chosenValue()));
    }

    /**
     * A recycled segment is full of records of its former life; none of them may come back, at
     * whatever place the new ones end.
     */
    @Test
    void staleRecordsOfARecycledSegmentStayDead() throws IOException {
        TestStore store = TestStore.open(fs);
        long entry = 0;
        while (store.engine.stats().mergedSegments() < 3) {
            for (int i = 0; i < 40; i++) {
                entry++;
                store.store(TestStore.accept("k", entry, 1, "v" + entry, entry - 1));
            }
            store.settle();
        }
        store.store(TestStore.chosen("last", 1, "new"));
        assertTrue(holdsStaleRecords(), "the active segment must be a recycled one");
        for (int start = 0; start < 3; start++) {
            CrashableFileSystem after = fs.killProcess();
            TestStore again = TestStore.open(after);
            assertEquals(entry - 1, again.load("k").version());
            assertEquals(entry, again.load("k").pendingEntry());
            assertEquals("new", TestStore.text(again.load("last").chosenValue()));
            assertEquals(List.of(), again.engine.damage());
            assertEquals(2, again.engine.stats().keys());
        }
    }

    /** Whether old records follow the newest one in its segment. */
    private boolean holdsStaleRecords() throws IOException {
        for (Path file : fs.list(TestStore.DIRECTORY)) {
            String content = new String(fs.content(file), StandardCharsets.ISO_8859_1);
            int newest = content.indexOf("lastnew");
            if (newest >= 0) {
                return content.indexOf("kv", newest) > newest;
            }
        }
        return false;
    }
}
