package io.paxosstore.log.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.List;
import java.util.UUID;

/**
 * Rule D5, for all logs in segments, in both formats: what is damaged or missing is told, hides
 * nothing else, and nothing is changed before the owner has taken note of it.
 */
@ParameterizedClass
@ValueSource(booleans = {true, false})
class SegmentDamageTest extends PlainLogTest {
    SegmentDamageTest(boolean statesKind) {
        super(statesKind);
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

    /** One stripe over the end of a file and the begin of the next: that is the log's as well. */
    @Test
    void aMissingSealIsToldThoughTheNextHeaderIsDamaged() throws IOException {
        PlainLog log = open(fs);
        fill(log, 1);
        Segment ended = log.sealed.getFirst();
        CrashableFileSystem after = fs.killProcess();
        after.flipBit(ended.file(), ended.end(), 0);
        after.flipBit(ended.file().resolveSibling(SegmentPool.fileName(ended.id() + 1)), 0, 0);
        assertEquals(
                List.of(DamageReport.Kind.BAD_SEGMENT_HEADER, DamageReport.Kind.MISSING_SEAL),
                read(after).damageKinds());
    }

    /** Merge's own segments have no seal for long: one of the log does not pass for such a one. */
    @Test
    void aMissingSealIsToldThoughTheHeaderIsDamagedToo() throws IOException {
        PlainLog log = open(fs);
        fill(log, 1);
        Segment ended = log.sealed.getFirst();
        int last = ended.end() - RecordFormat.SEAL_BYTES;
        CrashableFileSystem killed = fs.killProcess();
        for (int begin : List.of(SegmentHeader.BYTES, last)) {
            CrashableFileSystem after = killed.copy();
            after.flipBit(ended.file(), 0, 0);
            FileHandle handle = after.open(ended.file(), OpenMode.WRITE);
            handle.write(ByteBuffer.allocate((int) handle.size() - begin), begin);
            List<DamageReport.Kind> found = read(after).damageKinds();
            assertEquals(DamageReport.Kind.BAD_SEGMENT_HEADER, found.getFirst());
            assertEquals(DamageReport.Kind.MISSING_SEAL, found.getLast());
        }
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
}
