package io.paxosstore.log.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.StoreOpenException;
import io.paxosstore.log.record.RecordFormat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What all logs in segments have in common, in both formats: what was reported durable is there
 * after a start, torn tails are cut, everything else that is wrong is told (Rules D4, D5), and
 * nothing is changed before the owner has taken note of it.
 */
@ParameterizedClass
@ValueSource(booleans = {true, false})
class SegmentedLogTest {
    private static final Path FIRST = PlainLog.DIRECTORY.resolve(SegmentPool.fileName(1));
    private static final String LIST = "LIST";
    private static final String FILLER = "f".repeat(1000);

    private final SegmentFormat format;
    private final CrashableFileSystem fs = new CrashableFileSystem(1);

    SegmentedLogTest(boolean statesKind) {
        format = new SegmentFormat(11, statesKind, LIST, 12);
    }

    private PlainLog read(CrashableFileSystem files) throws IOException {
        return new PlainLog(files, format, PlainLog.STORE);
    }

    private PlainLog open(CrashableFileSystem files) throws IOException {
        return read(files).begin();
    }

    private static final List<String> FOUR =
            List.of(
                    PlainLog.line("a", 1, "first value"),
                    PlainLog.line("b", 1, "second value"),
                    PlainLog.line("b", 2, "newer value"),
                    PlainLog.line("c", 1, "third value"));

    private static void writeFour(PlainLog log) {
        log.write(SteppedLog.chosen("a", 1, "first value"));
        log.write(SteppedLog.chosen("b", 1, "second value"));
        log.write(SteppedLog.chosen("b", 2, "newer value"));
        log.write(SteppedLog.chosen("c", 1, "third value"));
    }

    /** Four writes of one record each, proven by a mark, then the process is killed. */
    private CrashableFileSystem killed() throws IOException {
        PlainLog log = open(fs);
        writeFour(log);
        log.idle();
        return fs.killProcess();
    }

    private static List<String> without(int... missing) {
        List<String> left = new ArrayList<>(FOUR);
        for (int index : missing) {
            left.remove(index);
        }
        return left;
    }

    private static int indexOf(CrashableFileSystem files, String text) {
        String content = new String(files.content(FIRST), StandardCharsets.ISO_8859_1);
        int at = content.indexOf(text);
        assertTrue(at > 0, () -> text + " is not in " + FIRST);
        return at;
    }

    /** Fills segments until so many have ended. */
    private static void fill(PlainLog log, int segments) {
        for (int i = 1; log.sealed.size() < segments; i++) {
            log.write(SteppedLog.chosen("filler", i, i + FILLER));
        }
    }

    @Test
    void whatWasReportedDurableSurvivesAKillAndAPowerLoss() throws IOException {
        PlainLog log = open(fs);
        writeFour(log);
        assertEquals(List.of(1L, 2L, 3L, 4L), log.durable);
        assertEquals(0, log.pendingBytes());
        for (CrashableFileSystem after : List.of(fs.crash(), fs.killProcess())) {
            PlainLog again = open(after);
            assertEquals(FOUR, again.read);
            assertEquals(List.of(), again.damage);
            // It has got an orderly end now.
            CrashableFileSystem ended = after.crash();
            for (int start = 0; start < 2; start++) {
                PlainLog last = open(ended);
                assertEquals(FOUR, last.read);
                assertEquals(List.of(), last.damage);
            }
        }
    }

    @Test
    void aLogThatWasClosedIsThereAsItWas() throws IOException {
        PlainLog log = open(fs);
        writeFour(log);
        log.close();
        for (CrashableFileSystem after : List.of(fs.copy(), fs.crash())) {
            PlainLog again = open(after);
            assertEquals(FOUR, again.read);
            assertEquals(List.of(), again.damage);
        }
    }

    /** The last write is cut at each byte: no record is there without those before it. */
    @Test
    void aTornWriteIsCutFromItsFirstBadRecordOn() throws IOException {
        PlainLog log = open(fs);
        log.write(SteppedLog.chosen("a", 1, "first value"));
        byte[] before = fs.content(FIRST);
        log.write(
                SteppedLog.accept("k", 1, 1, "one", 0),
                SteppedLog.accept("k", 2, 1, "rests on the one before", 1),
                SteppedLog.chosen("z", 1, "three"));
        byte[] after = fs.content(FIRST);
        List<String> whole = read(fs.copy()).read;
        assertEquals(4, whole.size());
        int begin = 0;
        int end = after.length;
        while (before[begin] == after[begin]) {
            begin++;
        }
        while (before[end - 1] == after[end - 1]) {
            end--;
        }
        for (int cut = begin; cut <= end; cut++) {
            CrashableFileSystem torn = fs.copy();
            try (FileHandle handle = torn.open(FIRST, OpenMode.WRITE)) {
                handle.write(ByteBuffer.wrap(before, cut, after.length - cut), cut);
            }
            PlainLog again = open(torn);
            int found = again.read.size();
            assertTrue(found > 0 && (found == 4 || cut < end), "cut at " + cut);
            assertEquals(whole.subList(0, found), again.read, "cut at " + cut);
            assertTrue(again.damage.stream().noneMatch(d -> d.kind().isLoss()), "cut at " + cut);
            again.write(SteppedLog.chosen("z", 2, "later"));
            PlainLog last = read(torn.crash());
            assertEquals(found + 1, last.read.size());
            assertEquals(List.of(), last.damage, "it was cut for good");
        }
    }

    /** What is intact goes with it: later records may rest on the bad one. */
    @Test
    void aWriteThatIsTornInItsMiddleIsCutFromThereOn() throws IOException {
        PlainLog log = open(fs);
        log.write(SteppedLog.chosen("a", 1, "first value"));
        log.write(
                SteppedLog.accept("k", 1, 1, "torn away", 0),
                SteppedLog.accept("k", 2, 1, "rests on the torn one", 1),
                SteppedLog.chosen("z", 1, "intact"));
        CrashableFileSystem after = fs.killProcess();
        after.flipBit(FIRST, indexOf(after, "torn away"), 3);
        PlainLog again = open(after);
        assertEquals(List.of(FOUR.get(0)), again.read);
        assertEquals(List.of(DamageReport.Kind.TORN_TAIL), again.damageKinds());
        again.close();
        PlainLog last = open(after);
        assertEquals(List.of(FOUR.get(0)), last.read);
        assertEquals(List.of(), last.damage);
    }

    /** A mark proves that the last write was durable: damage to it is no torn write. */
    @Test
    void damageToTheLastWriteIsToldOnceTheWriterWasIdle() throws IOException {
        PlainLog log = open(fs);
        writeFour(log);
        CrashableFileSystem unmarked = fs.copy();
        unmarked.flipBit(FIRST, indexOf(unmarked, "third value"), 0);
        assertEquals(List.of(DamageReport.Kind.TORN_TAIL), read(unmarked).damageKinds());
        log.idle();
        CrashableFileSystem marked = fs.copy();
        assertEquals(List.of(), read(marked).damage);
        marked.flipBit(FIRST, indexOf(marked, "third value"), 0);
        assertEquals(List.of(DamageReport.Kind.BAD_VALUE), read(marked).damageKinds());
        // What follows a mark is one write with it.
        log.write(SteppedLog.chosen("d", 1, "fourth value"));
        log.close();
        assertEquals(5, read(fs).read.size());
        assertEquals(List.of(), read(fs).damage);
    }

    @Test
    void aBadValueIsToldWithItsEntity() throws IOException {
        CrashableFileSystem after = killed();
        after.flipBit(FIRST, indexOf(after, "newer value"), 0);
        PlainLog log = read(after);
        assertEquals(1, log.damage.size(), log.damage::toString);
        DamageReport found = log.damage.getFirst();
        assertEquals(DamageReport.Kind.BAD_VALUE, found.kind());
        assertEquals(SteppedLog.key("b"), found.entity());
        assertEquals(2, found.entry());
        assertEquals(FIRST, found.file());
        assertFalse(found.kind().isNameless());
        assertEquals(4, log.read.size());
        assertEquals(PlainLog.line("b", 2, "a damaged value"), log.read.get(2));
    }

    @Test
    void unreadableBytesAreANamelessLossAndHideNoOtherRecord() throws IOException {
        CrashableFileSystem after = killed();
        int at = indexOf(after, "second value");
        after.flipBit(FIRST, at - 1, 0);
        PlainLog log = read(after);
        assertEquals(1, log.damage.size(), log.damage::toString);
        DamageReport found = log.damage.getFirst();
        assertEquals(DamageReport.Kind.UNREADABLE_REGION, found.kind());
        assertTrue(found.kind().isNameless());
        assertTrue(found.offset() < at && found.offset() + found.bytes() > at);
        assertEquals(without(1), log.read);
    }

    @Test
    void aDamagedLengthDoesNotHideTheRecordsBehindIt() throws IOException {
        CrashableFileSystem original = killed();
        for (int bit = 0; bit < 8; bit++) {
            CrashableFileSystem after = original.copy();
            after.flipBit(FIRST, SegmentHeader.BYTES + RecordFormat.LENGTH_AT + 2, bit);
            PlainLog log = read(after);
            assertEquals(List.of(DamageReport.Kind.UNREADABLE_REGION), log.damageKinds());
            assertEquals(without(0), log.read);
        }
    }

    @Test
    void eachBitOfEachRecordIsChecked() throws IOException {
        CrashableFileSystem original = killed();
        int end = indexOf(original, "third value");
        for (int at = SegmentHeader.BYTES; at < end; at++) {
            CrashableFileSystem after = original.copy();
            after.flipBit(FIRST, at, at % 8);
            PlainLog log = read(after);
            boolean padding = log.read.equals(FOUR);
            assertTrue(padding || !log.damage.isEmpty(), "silent at " + at);
        }
    }

    @Test
    void aDamagedHeaderLosesNothing() throws IOException {
        CrashableFileSystem original = killed();
        for (int at = 0; at < 48; at++) {
            CrashableFileSystem after = original.copy();
            after.flipBit(FIRST, at, at % 8);
            PlainLog log = read(after);
            assertEquals(FOUR, log.read);
            boolean unused = !format.statesKind() && at >= 44;
            assertEquals(
                    unused ? List.of() : List.of(DamageReport.Kind.BAD_SEGMENT_HEADER),
                    log.damageKinds());
        }
    }

    @Test
    void aMissingSealIsToldUnlessNothingWasWrittenBehindIt() throws IOException {
        PlainLog log = open(fs);
        fill(log, 1);
        Segment ended = log.sealed.getFirst();
        CrashableFileSystem after = fs.killProcess();
        after.flipBit(ended.file(), ended.end(), 0);
        PlainLog again = read(after);
        assertEquals(List.of(DamageReport.Kind.MISSING_SEAL), again.damageKinds());
        assertTrue(again.damage.getFirst().kind().isNameless());
        assertEquals(log.durable.size(), again.read.size());

        CrashableFileSystem fresh = new CrashableFileSystem(1);
        PlainLog closed = open(fresh);
        writeFour(closed);
        closed.close();
        fresh.flipBit(FIRST, closed.sealed.getFirst().end(), 0);
        PlainLog last = read(fresh);
        assertEquals(List.of(), last.damage);
        assertEquals(FOUR, last.read);
    }

    @Test
    void aMissingSegmentIsNoticed() throws IOException {
        fill(open(fs), 2);
        CrashableFileSystem after = fs.killProcess();
        after.delete(FIRST);
        PlainLog log = read(after);
        assertEquals(List.of(DamageReport.Kind.MISSING_SEGMENT), log.damageKinds());
        assertEquals(FIRST, log.damage.getFirst().file());
        assertTrue(log.damage.getFirst().kind().isNameless());
    }

    @Test
    void aSegmentOfAnotherStoreIsNotReadAndNotTouched() throws IOException {
        CrashableFileSystem after = killed();
        byte[] content = after.content(FIRST);
        PlainLog log = new PlainLog(after, format, new UUID(8, 9));
        assertEquals(List.of(), log.read);
        // One that is listed is missing, besides.
        assertEquals(
                List.of(DamageReport.Kind.FOREIGN_SEGMENT, DamageReport.Kind.MISSING_SEGMENT),
                log.damageKinds());
        log.begin();
        fill(log, 1);
        assertEquals(
                new String(content, StandardCharsets.ISO_8859_1),
                new String(after.content(FIRST), StandardCharsets.ISO_8859_1));
    }

    @Test
    void theListIsMissedWhenItIsLostAndOneCopyIsEnough() throws IOException {
        CrashableFileSystem original = killed();
        Path list = PlainLog.DIRECTORY.resolve(LIST);

        CrashableFileSystem lost = original.copy();
        lost.delete(list);
        PlainLog log = read(lost);
        assertEquals(List.of(DamageReport.Kind.LOST_FILE), log.damageKinds());
        assertTrue(log.damage.getFirst().kind().isNameless());
        assertEquals(FOUR, log.read);

        CrashableFileSystem half = original.copy();
        half.flipBit(list, 3, 1);
        PlainLog repaired = open(half);
        assertEquals(List.of(DamageReport.Kind.BAD_COPY), repaired.damageKinds());
        assertFalse(repaired.damage.getFirst().kind().isLoss());
        assertEquals(List.of(), read(half).damage, "it is written again");
    }

    /** What a later program wrote is neither damage nor to be written over. */
    @Test
    void aListOfAnotherFormatVersionIsRefused() throws IOException {
        CrashableFileSystem after = killed();
        FailStop failStop = new FailStop(StorageEngine.Listener.NONE);
        Path list = PlainLog.DIRECTORY.resolve(LIST);
        new MirroredFile(after, list, format.listMagic(), 2, 100, failStop).write(new byte[8]);
        assertThrows(StoreOpenException.class, () -> read(after));
    }

    @Test
    void nothingIsChangedBeforeTheOwnerHasTakenNoteOfTheLoss() throws IOException {
        CrashableFileSystem after = killed();
        after.flipBit(FIRST, indexOf(after, "second value") - 1, 0);
        long mutations = after.faults().mutations();
        for (int start = 0; start < 2; start++) {
            assertEquals(1, read(after).damage.size());
        }
        assertEquals(mutations, after.faults().mutations());
    }

    /**
     * A recycled segment is full of records of its former life; none of them may come back, at
     * whatever place the new ones end.
     */
    @Test
    void staleRecordsOfARecycledSegmentStayDead() throws IOException {
        PlainLog log = open(fs);
        fill(log, 1);
        Segment old = log.sealed.getFirst();
        log.log.retire(old);
        fill(log, 2);
        Segment active = log.log.activeSegment();
        long id = active == null ? 0 : active.id();
        Path file = PlainLog.DIRECTORY.resolve(SegmentPool.fileName(id));
        String content = new String(fs.content(file), StandardCharsets.ISO_8859_1);
        int stale = content.lastIndexOf(FILLER);
        assertTrue(active != null && stale > active.end(), "the active one must be recycled");
        List<String> wanted = read(fs.copy()).read;
        assertNotEquals(List.of(), wanted);
        for (int i = 1; i <= 20; i++) {
            log.write(SteppedLog.chosen("k", i, "v".repeat(i)));
            wanted.add(PlainLog.line("k", i, "v".repeat(i)));
            PlainLog again = read(fs.copy());
            assertEquals(wanted, again.read);
            assertEquals(List.of(), again.damage);
        }
    }

    @Test
    void preparedSegmentsAreUsedLaterAndNoIdTwice() throws IOException {
        PlainLog log = open(fs);
        while (log.log.pool().runOnce() > 0) {}
        log.log.close();
        PlainLog again = open(fs);
        assertEquals(List.of(), again.damage);
        assertFalse(fs.exists(FIRST), "its file waits under another name");
        again.write(SteppedLog.chosen("a", 1, "first value"));
        again.close();
        assertEquals(2, again.sealed.getFirst().id());
        PlainLog last = open(fs);
        last.write(SteppedLog.chosen("a", 2, "newer value"));
        assertEquals(2, read(fs.crash()).read.size());
    }

    @Test
    void aSegmentEndsWhenItIsToldTo() throws IOException {
        PlainLog log = open(fs);
        log.log.endSegmentWhenIdle();
        log.idle();
        assertEquals(List.of(), log.sealed, "there is none");
        writeFour(log);
        log.log.endSegmentWhenIdle();
        assertEquals(List.of(), log.sealed);
        log.idle();
        assertEquals(1, log.sealed.size());
        assertTrue(log.sealed.getFirst().isSealed());
        log.write(SteppedLog.chosen("d", 1, "fourth value"));
        log.log.endSegmentWhenIdle();
        log.write(SteppedLog.chosen("e", 1, "fifth value"));
        assertEquals(2, log.sealed.size(), "the next write has ended it");
        PlainLog again = read(fs.crash());
        assertEquals(6, again.read.size());
        assertEquals(List.of(), again.damage);
    }

    /** Rule D4. */
    @Test
    void nothingIsReportedDurableAfterAnError() throws IOException {
        PlainLog log = open(fs);
        writeFour(log);
        fs.faults().failForce(1);
        log.write(SteppedLog.chosen("d", 1, "fourth value"));
        log.write(SteppedLog.chosen("e", 1, "fifth value"));
        assertEquals(1, log.failures.size());
        assertEquals(4, log.durable.size());
        List<String> found = read(fs.crash()).read;
        assertEquals(FOUR, found.subList(0, 4));
        assertTrue(found.size() <= 5, found::toString);
    }
}
