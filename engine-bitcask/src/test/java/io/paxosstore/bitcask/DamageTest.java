package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.segment.SegmentHeader;
import io.paxosstore.log.segment.SegmentPool;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Rule D5: torn tails are cut, bad records isolated and reported, never a refusal to start. */
class DamageTest {
    private static final Path FIRST = TestStore.DIRECTORY.resolve(SegmentPool.fileName(1));
    private CrashableFileSystem fs = new CrashableFileSystem(1);

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
        List<DamageReport> damage = store.identity.damage().reports();
        assertEquals(1, damage.size());
        DamageReport report = damage.get(0);
        assertEquals(DamageReport.Kind.BAD_VALUE, report.kind());
        assertEquals(TestStore.key("b"), report.entity());
        assertEquals(1, report.entry());
        assertEquals(FIRST, report.file());
        assertEquals(new Stored(1, null, 0, 0, 0, null, true), store.load("b"));
        assertEquals(Standing.WHOLE, store.identity.standing(), "only b is hit");
        assertEquals("first value", TestStore.text(store.load("a").chosenValue()));
        assertEquals("third value", TestStore.text(store.load("c").chosenValue()));
        assertEquals(1, store.identity.damage().losses());
    }

    /** It cannot be told whose record it was: everything is rebuilt, and the segment goes. */
    @Test
    void unreadableRecordMakesTheStoreRebuildOnce() throws IOException {
        CrashableFileSystem after = killed();
        int at = indexOf(after, FIRST, "second value");
        after.flipBit(FIRST, at - 1, 0);
        TestStore store = TestStore.open(after);
        List<DamageReport> damage = store.identity.damage().reports();
        assertEquals(1, damage.size(), damage::toString);
        assertEquals(DamageReport.Kind.UNREADABLE_REGION, damage.get(0).kind());
        assertTrue(damage.get(0).offset() < at);
        assertTrue(damage.get(0).offset() + damage.get(0).bytes() > at);
        assertEquals(Standing.REBUILDING, store.identity.standing());
        assertTrue(store.identity.reborn());
        assertEquals(Stored.LOST, store.load("b"));
        Stored held = store.load("c");
        assertTrue(held.amnesiac());
        assertEquals("third value", TestStore.text(held.chosenValue()), "what is left is told");
        store.store(TestStore.rebuilt("c", 2, "newer"));
        assertFalse(store.load("c").amnesiac());
        store.identity.standing(Standing.WHOLE);
        assertEquals(Stored.NOTHING, store.load("b"));
        store.settle();
        assertFalse(after.exists(FIRST), "what was intact is saved elsewhere");
        store.close();
        TestStore again = TestStore.open(after);
        assertEquals(List.of(), again.identity.damage().reports());
        assertEquals(Standing.WHOLE, again.identity.standing());
        assertEquals("first value", TestStore.text(again.load("a").chosenValue()));
        assertEquals("newer", TestStore.text(again.load("c").chosenValue()));
    }

    /** What was written last may be what is missing: it must not be taken for a torn write. */
    @Test
    void whatTheDiskDoesNotGiveAtAStartMakesTheStoreRebuildOnce() throws IOException {
        CrashableFileSystem after = killed();
        after.breakSectors(FIRST, SegmentHeader.BYTES, SegmentHeader.BYTES + 1);
        TestStore store = TestStore.open(after);
        List<DamageReport> damage = store.identity.damage().reports();
        assertEquals(1, damage.size(), damage::toString);
        assertEquals(DamageReport.Kind.UNREADABLE_REGION, damage.get(0).kind());
        assertEquals(Standing.REBUILDING, store.identity.standing());
        assertEquals(Stored.LOST, store.load("c"));
        store.store(TestStore.rebuilt("c", 1, "third value"));
        store.identity.standing(Standing.WHOLE);
        store.settle();
        assertFalse(after.exists(FIRST), "nobody has to read it again");
        TestStore again = TestStore.open(after.crash());
        assertEquals(List.of(), again.identity.damage().reports());
        assertEquals(Standing.WHOLE, again.identity.standing());
        assertEquals("third value", TestStore.text(again.load("c").chosenValue()));
    }

    /** The head says whose record it is. */
    @Test
    void aValueThatTheDiskDoesNotGiveAtAStartNamesItsEntity() throws IOException {
        BitcaskConfig large =
                TestStore.config().withSegments(256 << 10, 1).withSizes(64 << 10, 256, 40 << 10);
        TestStore store = new TestStore(large, fs);
        store.store(TestStore.chosen("a", 1, "first value"));
        store.store(TestStore.chosen("b", 1, "v".repeat(30_000)));
        fs = fs.killProcess();
        fs.breakSectors(FIRST, 3 * SegmentHeader.BYTES, 3 * SegmentHeader.BYTES + 1);
        store = new TestStore(large, fs);
        assertEquals(List.of(DamageReport.Kind.BAD_VALUE), kinds(store));
        assertEquals(Standing.WHOLE, store.identity.standing());
        assertFalse(store.load("a").amnesiac());
        assertTrue(store.load("b").amnesiac());
    }

    @Test
    void aHeaderOrAHintThatTheDiskDoesNotGiveCostsNothing() throws IOException {
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("a", 1, "first value"));
        store.close();
        fs.breakSectors(FIRST, 0, 1);
        fs.breakSectors(HintWriter.fileOf(FIRST), 0, 1);
        store = TestStore.open(fs);
        assertEquals(
                List.of(DamageReport.Kind.BAD_SEGMENT_HEADER, DamageReport.Kind.BAD_HINT),
                kinds(store));
        assertEquals(Standing.WHOLE, store.identity.standing());
        assertEquals("first value", TestStore.text(store.load("a").chosenValue()));
    }

    private static List<DamageReport.Kind> kinds(TestStore store) {
        return store.identity.damage().reports().stream().map(DamageReport::kind).toList();
    }

    /** A rebuilt record wins over the damaged one of the same entry, after a restart too. */
    @Test
    void aDamagedEntityIsRebuiltForGood() throws IOException {
        CrashableFileSystem after = killed();
        after.flipBit(FIRST, indexOf(after, FIRST, "second value"), 0);
        TestStore store = TestStore.open(after);
        assertTrue(store.load("b").amnesiac());
        store.store(TestStore.rebuilt("b", 1, "second value"));
        assertEquals("second value", TestStore.text(store.load("b").chosenValue()));
        assertFalse(store.load("b").amnesiac());
        assertEquals(1, store.engine.stats().rebuiltEntities());
        for (int start = 0; start < 3; start++) {
            after = start == 0 ? after.killProcess() : after.crash();
            TestStore again = TestStore.open(after);
            Stored found = again.load("b");
            assertEquals("second value", TestStore.text(found.chosenValue()));
            assertFalse(found.amnesiac());
            again.settle();
        }
        assertFalse(after.exists(FIRST), "the damaged segment is emptied");
    }

    /** A hint file goes on to name the damaged record: it must not win over what was learnt. */
    @Test
    void anEntityWithADamagedHeadIsRebuiltForGood() throws IOException {
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("a", 1, "first value"));
        store.store(TestStore.accept("b", 1, 5, "second value", 0));
        store.close();
        fs.flipBit(FIRST, indexOf(fs, FIRST, "first value") - 2, 0);
        fs.flipBit(FIRST, indexOf(fs, FIRST, "second value") - 2, 0);
        store = TestStore.open(fs);
        assertTrue(store.load("a").amnesiac());
        assertTrue(store.load("b").amnesiac());
        store.store(TestStore.rebuilt("a", 1, "first value"));
        store.store(TestStore.rebuilt("b", 1, "second value"));
        for (int start = 0; start < 3; start++) {
            fs = start == 0 ? fs.killProcess() : fs.crash();
            store = TestStore.open(fs);
            for (String key : List.of("a", "b")) {
                Stored found = store.load(key);
                assertFalse(found.amnesiac(), key + " at start " + start);
                assertEquals(1, found.version());
            }
            assertEquals("first value", TestStore.text(store.load("a").chosenValue()));
            assertEquals("second value", TestStore.text(store.load("b").chosenValue()));
            assertEquals(0, store.engine.stats().damagedEntities());
        }
    }

    /** Rule A2: a floor wins over whatever was held, until a later entry. */
    @Test
    void floorsWinUntilTheirEntryIsChosen() throws IOException {
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("k", 1, "one"));
        store.store(TestStore.accept("k", 2, 5, "two", 1));
        store.shard(TestStore.key("k")).quarantine(TestStore.key("k"));
        Stored told = store.load("k");
        assertEquals(new Stored(1, null, 2, LogRecord.FLOOR, 0, null, true), told);
        // As the core does it: the chosen value that was learnt, then the floor.
        store.store(TestStore.chosen("k", 1, "one again"), TestStore.floor("k", 2, 1));
        for (int start = 0; start < 3; start++) {
            Stored found = store.load("k");
            assertFalse(found.amnesiac());
            assertEquals("one again", TestStore.text(found.chosenValue()), "start " + start);
            assertEquals(2, found.pendingEntry());
            assertEquals(LogRecord.FLOOR, found.promised());
            assertNull(found.pendingValue());
            store.settle();
            fs = start == 0 ? fs.killProcess() : fs.crash();
            store = TestStore.open(fs);
        }
        store.store(TestStore.chosen("k", 2, "two"));
        store = TestStore.open(fs.crash());
        Stored found = store.load("k");
        assertEquals("two", TestStore.text(found.chosenValue()));
        assertEquals(0, found.pendingEntry());
    }

    /** While the store rebuilds, what was rebuilt is trusted until the next start only. */
    @Test
    void amnesiaBeginsAgainWithARestartWhileRebuilding() throws IOException {
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("a", 1, "first value"));
        store.identity.standing(Standing.REBUILDING);
        assertTrue(store.load("a").amnesiac());
        assertEquals(Stored.LOST, store.load("never"));
        store.store(TestStore.rebuilt("a", 1, "first value"));
        assertFalse(store.load("a").amnesiac());
        store.store(TestStore.nothing("never"));
        assertFalse(store.load("never").amnesiac());
        store = TestStore.open(fs.crash());
        assertTrue(store.load("a").amnesiac());
        assertEquals("first value", TestStore.text(store.load("a").chosenValue()));
        store.identity.standing(Standing.WHOLE);
        assertFalse(store.load("a").amnesiac());
    }

    @Test
    void scrubFindsDamageInColdDataAndNamesTheEntity() throws IOException {
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("a", 1, "first value"));
        store.store(TestStore.chosen("b", 1, "second value"));
        store.store(TestStore.chosen("c", 1, "third value"));
        store.close();
        TestStore again = TestStore.open(fs);
        fs.flipBit(FIRST, indexOf(fs, FIRST, "second value"), 0);
        fs.flipBit(FIRST, indexOf(fs, FIRST, "third value") - 2, 0);
        again.nanos += Scrubber.FIRST_NANOS;
        again.settle();
        assertEquals(1, again.engine.stats().scrubPasses());
        assertEquals(2, again.engine.stats().damagedEntities());
        assertEquals(Set.of(TestStore.key("b"), TestStore.key("c")), Set.copyOf(again.damaged));
        assertTrue(again.load("b").amnesiac());
        assertTrue(again.load("c").amnesiac());
        assertFalse(again.load("a").amnesiac());
        assertEquals(Standing.WHOLE, again.identity.standing());
        assertTrue(fs.exists(FIRST), "kept until its entities are rebuilt");
        again.store(TestStore.rebuilt("b", 1, "second value"));
        again.store(TestStore.rebuilt("c", 1, "third value"));
        again.settle();
        assertFalse(fs.exists(FIRST));
        again = TestStore.open(fs.crash());
        assertEquals("second value", TestStore.text(again.load("b").chosenValue()));
        assertEquals("third value", TestStore.text(again.load("c").chosenValue()));
    }

    @Test
    void damagedHintIsReportedAndReplacedByAScan() throws IOException {
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("a", 1, "first value"));
        store.close();
        Path hint = HintWriter.fileOf(FIRST);
        fs.flipBit(hint, HintWriter.HEADER_BYTES + 12, 2);
        TestStore again = TestStore.open(fs);
        assertEquals(DamageReport.Kind.BAD_HINT, again.identity.damage().reports().get(0).kind());
        assertEquals(0, again.identity.damage().losses());
        assertEquals("first value", TestStore.text(again.load("a").chosenValue()));
        again.settle();
        assertTrue(fs.exists(hint), "the hint file is written again");
    }

    @Test
    void lostSealIsReported() throws IOException {
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("a", 1, "first value"));
        store.close();
        TestStore second = TestStore.open(fs);
        second.store(TestStore.chosen("b", 1, "second value"));
        second.close();
        fs.delete(HintWriter.fileOf(FIRST));
        ByteBuffer content = ByteBuffer.wrap(fs.content(FIRST));
        int seal = SegmentHeader.BYTES;
        seal += Location.padded(content.getInt(seal + RecordFormat.LENGTH_AT) >>> 8);
        fs.flipBit(FIRST, seal, 0);
        TestStore third = TestStore.open(fs);
        assertEquals(
                DamageReport.Kind.MISSING_SEAL, third.identity.damage().reports().get(0).kind());
        assertEquals("first value", TestStore.text(third.load("a").chosenValue()));
        assertEquals(Standing.REBUILDING, third.identity.standing());
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
        store.shard(TestStore.key("a")).markChosen(TestStore.key("a"), 4);
        assertEquals(4, store.shard(TestStore.key("a")).load(TestStore.key("a"), false).version());
    }

    /** What cannot be read is lost for now; nothing older is told in its place. */
    @Test
    void readErrorMakesTheEntityAmnesiac() throws IOException {
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("a", 1, "first value"));
        fs.faults().shortReads(3);
        assertEquals("first value", TestStore.text(store.load("a").chosenValue()));
        fs.faults().failRead(1);
        assertTrue(store.load("a").amnesiac());
        assertEquals(1, store.engine.stats().damagedEntities());
        assertEquals(FIRST, store.identity.damage().reports().get(0).file());
        assertEquals(SegmentHeader.BYTES, store.identity.damage().reports().get(0).offset());
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
            assertEquals(List.of(), again.identity.damage().reports());
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
