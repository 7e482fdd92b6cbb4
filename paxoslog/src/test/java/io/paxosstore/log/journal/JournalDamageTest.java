package io.paxosstore.log.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.segment.SegmentHeader;
import io.paxosstore.log.segment.SegmentPool;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Rule D5: torn tails are cut, bad records isolated and reported, never a refusal to start. */
class JournalDamageTest {
    private static final Path FIRST = TestJournal.DIRECTORY.resolve(SegmentPool.fileName(1));

    private static final int RECORD_BYTES = 1900;
    private static final int RECORDS_OF_A_SEGMENT = 8;

    private final CrashableFileSystem fs = new CrashableFileSystem(1);

    /** Four writes of one record each, then the process is killed. */
    private CrashableFileSystem killed() throws IOException {
        TestJournal journal = TestJournal.open(fs);
        journal.store(
                TestJournal.chosen("a", 1, "first value"),
                TestJournal.chosen("b", 1, "second value"),
                TestJournal.chosen("b", 2, "newer value"),
                TestJournal.chosen("c", 1, "third value"));
        return fs.killProcess();
    }

    private static int indexOf(CrashableFileSystem files, String text) {
        String content = new String(files.content(FIRST), StandardCharsets.ISO_8859_1);
        int at = content.indexOf(text);
        assertTrue(at > 0, () -> text + " is not in " + FIRST);
        return at;
    }

    private static String value(TestJournal journal, String key) {
        return String.valueOf(TestJournal.text(journal.load(key).chosenValue()));
    }

    @Test
    void badValueMakesItsEntityAmnesiacUntilItIsRebuilt() throws IOException {
        CrashableFileSystem after = killed();
        after.flipBit(FIRST, indexOf(after, "newer value"), 0);
        TestJournal journal = TestJournal.open(after);
        DamageReport found = journal.journal.damage().getFirst();
        assertEquals(DamageReport.Kind.BAD_VALUE, found.kind());
        assertEquals(TestJournal.key("b"), found.entity());
        assertEquals(2, found.entry());
        assertEquals(FIRST, found.file());
        assertFalse(found.kind().isNameless());
        assertEquals(new Stored(2, null, 0, 0, 0, null, true), journal.load("b"));
        assertEquals(List.of("1=second value"), journal.replay("b", 1));
        assertEquals("first value", value(journal, "a"));
        assertEquals("third value", value(journal, "c"));
        // The damaged record is not carried, and its file stays.
        journal.checkpoint();
        assertTrue(after.exists(FIRST));
        journal.store(TestJournal.rebuilt("b", 2, "newer value"));
        assertFalse(journal.load("b").amnesiac());
        journal.shard("b").dataDurable(TestJournal.key("b"), 2);
        journal.journal.close();
        TestJournal again = TestJournal.open(after.crash());
        assertEquals("newer value", value(again, "b"));
        assertFalse(again.load("b").amnesiac());
    }

    @Test
    void badValueOfAnEntryThatIsNeededNoMoreHarmsNobody() throws IOException {
        CrashableFileSystem after = killed();
        after.flipBit(FIRST, indexOf(after, "second value"), 0);
        TestJournal journal = TestJournal.open(after);
        assertTrue(journal.load("b").amnesiac(), "entry 1 may be needed");
        assertEquals(List.of(), journal.replay("b", 1));
        assertEquals(2, journal.load("b").version());
    }

    /** Whose record it was cannot be told: the owner has to rebuild everything. */
    @Test
    void unreadableRecordIsANamelessLoss() throws IOException {
        CrashableFileSystem after = killed();
        int at = indexOf(after, "second value");
        after.flipBit(FIRST, at - 1, 0);
        TestJournal journal = TestJournal.open(after);
        DamageReport found = journal.journal.damage().getFirst();
        assertEquals(DamageReport.Kind.UNREADABLE_REGION, found.kind());
        assertTrue(found.kind().isNameless());
        assertTrue(found.offset() < at && found.offset() + found.bytes() > at);
        assertEquals("first value", value(journal, "a"));
        assertEquals("newer value", value(journal, "b"));
        assertEquals("third value", value(journal, "c"));
    }

    @Test
    void whatTheDiskDoesNotGiveOfTheLastWriteIsANamelessLoss() throws IOException {
        CrashableFileSystem after = killed();
        TestJournal sound = TestJournal.open(after);
        sound.journal.close();
        after = after.crash();
        sound = TestJournal.open(after);
        sound.store(TestJournal.chosen("d", 1, "fourth value"));
        after = after.killProcess();
        Path second = TestJournal.DIRECTORY.resolve(SegmentPool.fileName(2));
        after.breakSectors(second, SegmentHeader.BYTES, SegmentHeader.BYTES + 1);
        TestJournal journal = TestJournal.open(after);
        List<DamageReport> found = journal.journal.damage();
        assertEquals(DamageReport.Kind.UNREADABLE_REGION, found.getFirst().kind());
        assertEquals(1, found.size());
        assertTrue(journal.journal.hasNamelessLoss());
        assertEquals("third value", value(journal, "c"));
        journal.store(TestJournal.rebuilt("d", 1, "fourth value"));
        journal = TestJournal.open(after.crash());
        assertEquals("fourth value", value(journal, "d"));
    }

    @Test
    void aListOrAHeaderThatTheDiskDoesNotGiveIsADamagedOne() throws IOException {
        CrashableFileSystem after = killed();
        after.breakSectors(TestJournal.DIRECTORY.resolve(Journal.FORMAT.listFile()), 0, 1);
        after.breakSectors(FIRST, 0, 1);
        TestJournal journal = TestJournal.open(after);
        List<DamageReport.Kind> found =
                journal.journal.damage().stream().map(DamageReport::kind).toList();
        assertEquals(
                List.of(DamageReport.Kind.LOST_FILE, DamageReport.Kind.BAD_SEGMENT_HEADER), found);
        assertEquals("third value", value(journal, "c"));
        journal = TestJournal.open(after.crash());
        assertFalse(journal.journal.hasNamelessLoss(), "the list is written again");
    }

    /** What lost stays what it is, when the record of what won is lost and its version stated. */
    @Test
    void anOlderAcceptDoesNotPassForTheLostOneThatWasChosen() throws IOException {
        TestJournal journal = TestJournal.open(fs);
        journal.store(
                TestJournal.accept("k", 1, 1, "the loser", 0),
                TestJournal.accept("k", 1, 2, "the winner", 0),
                TestJournal.accept("k", 2, 1, "the next", 1));
        CrashableFileSystem sound = fs.killProcess();
        assertEquals(List.of("1=the winner"), TestJournal.open(sound).replay("k", 1));
        CrashableFileSystem after = fs.killProcess();
        after.flipBit(FIRST, indexOf(after, "the winner") - 1, 0);
        TestJournal damaged = TestJournal.open(after);
        assertTrue(damaged.journal.hasNamelessLoss());
        assertEquals(1, damaged.load("k").version());
        assertEquals(List.of(), damaged.replay("k", 1));
    }

    private static void fillSegment(TestJournal journal, String key) {
        for (int entry = 1; entry <= RECORDS_OF_A_SEGMENT; entry++) {
            journal.store(TestJournal.chosen(key, entry, "v".repeat(RECORD_BYTES)));
        }
    }

    /**
     * The segment of the record that was chosen was dropped, the one before it is still there for
     * another entity's sake: without the checkpoint nothing tells that what it holds has lost.
     */
    @Test
    void anOlderAcceptDoesNotPassForTheDroppedOneThatWasChosen() throws IOException {
        TestJournal journal = TestJournal.open(fs);
        journal.store(TestJournal.accept("k", 1, 1, "the loser", 0));
        fillSegment(journal, "kept");
        journal.store(TestJournal.accept("k", 1, 2, "the winner", 0));
        fillSegment(journal, "applied");
        journal.store(
                TestJournal.accept("k", 2, 2, "the next", 1),
                TestJournal.chosen("k", 3, "the newest"),
                TestJournal.accept("k", 4, 5, "pending", 3));
        journal.shard("k").dataDurable(TestJournal.key("k"), 2);
        journal.shard("k").dataDurable(TestJournal.key("applied"), RECORDS_OF_A_SEGMENT);
        journal.checkpoint();
        assertTrue(fs.exists(FIRST));
        assertFalse(fs.exists(TestJournal.DIRECTORY.resolve(SegmentPool.fileName(2))));
        Path checkpoint = TestJournal.DIRECTORY.resolve(CheckpointFormat.FILE);
        CrashableFileSystem flipped = fs.killProcess();
        flipped.flipBit(checkpoint, 20, 1);
        checkNothingPassesForTheWinner(flipped);
        CrashableFileSystem deleted = fs.killProcess();
        deleted.delete(checkpoint);
        checkNothingPassesForTheWinner(deleted);
    }

    private static void checkNothingPassesForTheWinner(CrashableFileSystem after)
            throws IOException {
        TestJournal again = TestJournal.open(after);
        assertEquals(List.of(), again.replay("k", 1));
        assertEquals(List.of("3=the newest"), again.replay("k", 3));
        Stored stored = again.load("k");
        assertEquals(3, stored.version());
        assertFalse(stored.amnesiac());
        assertEquals(RECORDS_OF_A_SEGMENT, again.replay("kept", 1).size());
        again.store(TestJournal.chosen("k", 4, "settled"));
        assertEquals(List.of("3=the newest", "4=settled"), again.replay("k", 3));
    }

    /**
     * What is carried forward of an entry does not prove a later one, which is marked in memory
     * only: it is not kept as long as that, and would leave nothing but the loser.
     */
    @Test
    void whatIsCarriedProvesItsOwnEntry() throws IOException {
        for (boolean hasLost : new boolean[] {true, false}) {
            CrashableFileSystem files = new CrashableFileSystem(1);
            TestJournal journal = TestJournal.open(files);
            EntityKey key = TestJournal.key("k");
            if (hasLost) {
                journal.store(TestJournal.accept("k", 1, 1, "the loser", 0));
            }
            fillSegment(journal, "kept");
            journal.store(TestJournal.accept("k", 1, 2, "the winner", 0));
            fillSegment(journal, "applied");
            fillSegment(journal, "kept, too");
            journal.store(TestJournal.accept("k", 2, 2, "the next", 1));
            journal.shard("k").markChosen(key, 2);
            journal.shard("k").dataDurable(key, 1);
            fillSegment(journal, "also kept");
            for (String filler : List.of("applied", "more", "even more", "most")) {
                fillSegment(journal, filler);
                journal.shard(filler).dataDurable(TestJournal.key(filler), RECORDS_OF_A_SEGMENT);
                journal.checkpoint();
            }
            CrashableFileSystem after = files.killProcess();
            assertFalse(after.exists(TestJournal.DIRECTORY.resolve(SegmentPool.fileName(2))));
            after.flipBit(TestJournal.DIRECTORY.resolve(CheckpointFormat.FILE), 20, 1);
            TestJournal again = TestJournal.open(after);
            assertFalse(again.load("k").amnesiac(), "what the disk held is all there");
            List<String> shown = again.replay("k", 1);
            assertTrue(shown.isEmpty() || shown.getFirst().equals("1=the winner"), shown::toString);
        }
    }

    /** One stripe over the end of a file and the begin of the next does both. */
    @Test
    void aDamagedSealAndADamagedFirstRecordBehindItAreALoss() throws IOException {
        TestJournal journal = TestJournal.open(fs);
        fillSegment(journal, "a");
        journal.store(TestJournal.chosen("b", 1, "behind"), TestJournal.chosen("b", 2, "newest"));
        CrashableFileSystem after = fs.killProcess();
        Path second = TestJournal.DIRECTORY.resolve(SegmentPool.fileName(2));
        after.flipBit(FIRST, sealOf(after, FIRST), 3);
        after.flipBit(second, SegmentHeader.BYTES + 5, 3);
        TestJournal again = TestJournal.open(after);
        assertTrue(again.journal.hasNamelessLoss());
        assertEquals("newest", value(again, "b"));
    }

    /** The last byte of a segment's seal. */
    private static int sealOf(CrashableFileSystem files, Path file) {
        byte[] content = files.content(file);
        int end = content.length;
        while (content[end - 1] == 0) {
            end--;
        }
        return end - 1;
    }

    @Test
    void aCheckpointThatTheDiskDoesNotGiveIsOneThatIsDamaged() throws IOException {
        TestJournal journal = TestJournal.open(fs);
        journal.store(TestJournal.chosen("a", 1, "first"), TestJournal.chosen("a", 2, "second"));
        journal.checkpoint();
        CrashableFileSystem after = fs.killProcess();
        after.faults().files(file -> file.endsWith(CheckpointFormat.FILE)).failRead(2);
        TestJournal again = TestJournal.open(after);
        List<DamageReport> found = again.journal.damage();
        assertEquals(DamageReport.Kind.BAD_CHECKPOINT, found.getFirst().kind());
        assertFalse(again.journal.hasNamelessLoss());
        assertEquals(List.of("1=first", "2=second"), again.replay("a", 1));
    }

    @Test
    void nothingIsChangedBeforeTheOwnerHasTakenNoteOfTheLoss() throws IOException {
        CrashableFileSystem after = killed();
        after.flipBit(FIRST, indexOf(after, "second value") - 1, 0);
        long mutations = after.faults().mutations();
        for (int start = 0; start < 2; start++) {
            TestJournal opened = new TestJournal(TestJournal.config(), after);
            assertEquals(1, opened.journal.stats().losses());
            opened.journal.close();
        }
        assertTrue(after.faults().mutations() - mutations <= 1, "only the lock file");
    }

    @Test
    void eachBitOfEachRecordIsCheckedAtTheStart() throws IOException {
        CrashableFileSystem original = killed();
        int begin = SegmentHeader.BYTES;
        int end = indexOf(original, "third value");
        for (int at = begin; at < end; at++) {
            CrashableFileSystem after = original.copy();
            after.flipBit(FIRST, at, at % 8);
            TestJournal journal = new TestJournal(TestJournal.config(), after);
            boolean told = journal.journal.stats().losses() > 0;
            boolean padding =
                    "first value".equals(value(journal, "a"))
                            && List.of("1=second value", "2=newer value")
                                    .equals(journal.replay("b", 1))
                            && "third value".equals(value(journal, "c"));
            assertTrue(told || padding, "silent at " + at);
        }
    }

    @Test
    void damageFoundWhileReadingMakesTheEntityAmnesiac() throws IOException {
        TestJournal journal = TestJournal.open(fs);
        journal.store(
                TestJournal.chosen("a", 1, "first value"),
                TestJournal.chosen("b", 1, "second value"));
        fs.flipBit(FIRST, indexOf(fs, "first value"), 0);
        assertTrue(journal.load("a").amnesiac());
        assertEquals(List.of(TestJournal.key("a")), journal.damaged);
        assertEquals("second value", value(journal, "b"));
    }

    @Test
    void missingFilesAndListsAreNamelessLosses() throws IOException {
        TestJournal journal = TestJournal.open(fs);
        for (int i = 0; i < 40; i++) {
            journal.store(TestJournal.chosen("k" + i, 1, "v".repeat(1000)));
        }
        CrashableFileSystem without = fs.copy();
        without.delete(FIRST);
        TestJournal again = new TestJournal(TestJournal.config(), without);
        assertEquals(DamageReport.Kind.MISSING_SEGMENT, again.journal.damage().getFirst().kind());
        assertFalse(again.journal.isNew());

        CrashableFileSystem unlisted = fs.copy();
        unlisted.delete(TestJournal.DIRECTORY.resolve(Journal.FORMAT.listFile()));
        again = new TestJournal(TestJournal.config(), unlisted);
        assertEquals(DamageReport.Kind.LOST_FILE, again.journal.damage().getFirst().kind());
        assertTrue(again.journal.hasNamelessLoss());
        assertEquals("v".repeat(1000), value(again, "k0"));

        CrashableFileSystem half = fs.copy();
        half.flipBit(TestJournal.DIRECTORY.resolve(Journal.FORMAT.listFile()), 3, 1);
        again = new TestJournal(TestJournal.config(), half);
        DamageReport copy = again.journal.damage().getFirst();
        assertEquals(DamageReport.Kind.BAD_COPY, copy.kind(), "the other copy is intact");
        assertEquals(List.of(copy), again.journal.damage());
        assertEquals(0, again.journal.stats().losses());
    }

    /**
     * Whoever rebuilds, or lists names, has to hear of it: it may have been chosen with this one.
     */
    @Test
    void aDamagedEntityIsShownThoughNothingElseIsKnownOfIt() throws IOException {
        TestJournal journal = TestJournal.open(fs);
        EntityKey key = TestJournal.key("k");
        journal.shard("k").quarantine(key);
        List<EntityKey> shown = new ArrayList<>();
        assertEquals(0, journal.shard("k").page(0, 9, true, (one, v, c) -> shown.add(one)));
        assertEquals(
                0, journal.shard("k").slotPage(slot -> true, 0, 9, (one, v, c) -> shown.add(one)));
        assertEquals(List.of(key, key), shown);
    }

    /** Rule A2: what was not chosen before the amnesia no longer counts. */
    @Test
    void aFloorEndsTheAmnesiaForGood() throws IOException {
        TestJournal journal = TestJournal.open(fs);
        journal.store(
                TestJournal.chosen("k", 1, "one"),
                TestJournal.accept("k", 2, 5, "two", 1),
                TestJournal.accept("k", 4, 5, "four", 1));
        journal.shard("k").quarantine(TestJournal.key("k"));
        assertEquals(new Stored(1, null, 4, LogRecord.FLOOR, 0, null, true), journal.load("k"));
        journal.store(TestJournal.chosen("k", 1, "one again"), TestJournal.floor("k", 3, 1));
        CrashableFileSystem disk = fs;
        for (int start = 0; start < 3; start++) {
            Stored found = journal.load("k");
            assertFalse(found.amnesiac());
            assertEquals("one again", TestJournal.text(found.chosenValue()));
            assertEquals(3, found.pendingEntry(), "start " + start);
            assertEquals(LogRecord.FLOOR, found.promised());
            assertNull(found.pendingValue());
            journal.checkpoint();
            long stamp = journal.shard("k").rebuiltStamp(TestJournal.key("k"));
            assertTrue(stamp > 1L << 32 && stamp <= journal.journal.stampNow());
            disk = start == 0 ? disk.killProcess() : disk.crash();
            journal = TestJournal.open(disk);
            assertEquals(stamp, journal.shard("k").rebuiltStamp(TestJournal.key("k")));
        }
    }

    @Test
    void aForeignSegmentIsNotReadAndNotDeleted() throws IOException {
        CrashableFileSystem after = killed();
        JournalConfig other =
                JournalConfig.of(TestJournal.DIRECTORY, new UUID(8, 9), 1, 1)
                        .withSizes(4096, 256, 2048)
                        .withSegments(16 << 10, 1)
                        .withoutThreads();
        TestJournal journal = new TestJournal(other, after);
        assertEquals(
                List.of(DamageReport.Kind.FOREIGN_SEGMENT, DamageReport.Kind.MISSING_SEGMENT),
                journal.journal.damage().stream().map(DamageReport::kind).toList());
        assertTrue(journal.journal.hasNamelessLoss());
        journal.journal.begin();
        journal.journal.close();
        journal = new TestJournal(other, after);
        journal.journal.begin();
        assertTrue(after.exists(FIRST));
        assertEquals(Stored.NOTHING, journal.load("a"));
    }
}
