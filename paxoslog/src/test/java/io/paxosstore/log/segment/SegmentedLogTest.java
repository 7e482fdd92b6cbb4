package io.paxosstore.log.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.log.identity.DamageReport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * What all logs in segments have in common, in both formats: what was reported durable is there
 * after a start, torn tails are cut, and errors end the log (Rule D4).
 */
@ParameterizedClass
@ValueSource(booleans = {true, false})
class SegmentedLogTest extends PlainLogTest {
    /** What the disk keeps of unsynced changes differs from seed to seed. */
    private static final int SEEDS = 20;

    SegmentedLogTest(boolean statesKind) {
        super(statesKind);
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

    /**
     * A write whose fsync failed is visible and not durable. A start that reads it makes it durable
     * before it writes anything behind it, whenever the power goes.
     */
    @Test
    void powerLossAtEachStepOfAStartLosesNothingThatItHasRead() throws IOException {
        for (long seed = 1; seed <= SEEDS; seed++) {
            boolean cut = true;
            for (int at = 1; cut; at++) {
                CrashableFileSystem disk = new CrashableFileSystem(seed);
                PlainLog log = open(disk);
                writeFour(log);
                disk.faults().failForce(1);
                log.write(SteppedLog.chosen("d", 1, FILLER));
                CrashableFileSystem killed = disk.killProcess();
                PlainLog again = read(killed);
                assertEquals(5, again.read.size());
                killed.faults().powerLossAt(at);
                cut = isCut(again);
                PlainLog last = read(killed.crash());
                String where = "seed " + seed + ", step " + at;
                assertTrue(last.damage.stream().noneMatch(d -> d.kind().isLoss()), where);
                assertEquals(FOUR, last.read.subList(0, 4), where);
                assertTrue(cut || last.read.equals(again.read), where);
            }
        }
    }

    private static boolean isCut(PlainLog start) {
        try {
            start.begin();
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** The same of a seal: were it lost when more is written, damage would be told. */
    @Test
    void aSealThatAStartHasReadSurvivesAPowerLossBehindIt() throws IOException {
        for (long seed = 1; seed <= SEEDS; seed++) {
            CrashableFileSystem disk = new CrashableFileSystem(seed);
            PlainLog log = open(disk);
            writeFour(log);
            disk.faults().failForce(1);
            assertThrows(IOException.class, log::close);
            CrashableFileSystem killed = disk.killProcess();
            open(killed).write(SteppedLog.chosen("d", 1, "fourth value"));
            PlainLog last = read(killed.crash());
            assertEquals(5, last.read.size(), "seed " + seed);
            assertEquals(List.of(), last.damage, "seed " + seed);
        }
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
