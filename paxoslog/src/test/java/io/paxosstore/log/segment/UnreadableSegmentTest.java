package io.paxosstore.log.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.LogRecord;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.DamageReport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Rule D5 for segments that the disk does not give as a whole: a start is never refused. */
@ParameterizedClass
@ValueSource(booleans = {true, false})
class UnreadableSegmentTest extends PlainLogTest {
    private static final int BLOCK = 4096;
    private static final int RECORDS = 18;
    private static final String LONG = "v".repeat(500);

    UnreadableSegmentTest(boolean statesKind) {
        super(statesKind);
    }

    private static void breakBlock(CrashableFileSystem disk, int at) {
        disk.breakSectors(FIRST, at / BLOCK * BLOCK, at / BLOCK * BLOCK + BLOCK);
    }

    /** One write, and another one of many records that no mark and no seal follows. */
    private CrashableFileSystem unproven() throws IOException {
        PlainLog log = open(fs);
        log.write(SteppedLog.chosen("k0", 1, LONG + 0));
        LogRecord[] records = new LogRecord[RECORDS - 1];
        for (int i = 1; i < RECORDS; i++) {
            records[i - 1] = SteppedLog.chosen("k" + i, 1, LONG + i);
        }
        log.write(records);
        assertEquals(RECORDS, log.durable.size());
        assertEquals(List.of(), log.sealed);
        return fs.killProcess();
    }

    private static List<String> missing(PlainLog log) {
        List<String> missing = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            missing.add(PlainLog.line("k" + i, 1, LONG + i));
        }
        missing.removeAll(log.read);
        return missing;
    }

    @Test
    void aHeaderThatCannotBeReadIsADamagedOne() throws IOException {
        CrashableFileSystem after = killed();
        after.breakSectors(FIRST, 0, 1);
        PlainLog log = read(after);
        assertEquals(List.of(DamageReport.Kind.BAD_SEGMENT_HEADER), log.damageKinds());
        assertEquals(FOUR, log.read);
        log.begin();
        assertEquals(FOUR, read(after.crash()).read);
    }

    @Test
    void unreadableBytesAreANamelessLossAndHideNoOtherRecord() throws IOException {
        CrashableFileSystem after = unproven();
        int bad = SegmentHeader.BYTES + BLOCK;
        breakBlock(after, bad);
        PlainLog log = read(after);
        List<String> missing = missing(log);
        assertTrue(missing.size() <= BLOCK / LONG.length() + 2, log.read::toString);
        DamageReport region = log.damage.getLast();
        assertEquals(DamageReport.Kind.UNREADABLE_REGION, region.kind());
        assertTrue(region.kind().isNameless());
        assertEquals(FIRST, region.file());
        assertTrue(region.offset() < bad + BLOCK);
        assertTrue(region.offset() + region.bytes() >= bad + BLOCK);
    }

    /** Whoever was told of the last write relies on it: it must not pass for a torn one. */
    @Test
    void theLastWriteIsNotCutSilentlyWhereItCannotBeRead() throws IOException {
        CrashableFileSystem killed = unproven();
        int end = indexOf(killed, LONG + (RECORDS - 1)) + LONG.length();
        for (int bad = SegmentHeader.BYTES; bad < PlainLog.SEGMENT_BYTES; bad += BLOCK) {
            CrashableFileSystem after = killed.copy();
            breakBlock(after, bad);
            PlainLog log = read(after);
            assertEquals(bad < end, !missing(log).isEmpty());
            boolean isNameless = log.damage.stream().anyMatch(one -> one.kind().isNameless());
            assertTrue(isNameless, "nothing is told of " + bad);
            assertFalse(log.damageKinds().contains(DamageReport.Kind.TORN_TAIL));

            // What is left is made durable, and the next start finds it.
            log.begin();
            PlainLog again = read(after.crash());
            assertEquals(log.read, again.read);
            assertFalse(again.damageKinds().contains(DamageReport.Kind.MISSING_SEAL));
            again.begin().write(SteppedLog.chosen("new", 1, "new value"));
            assertEquals(1, again.durable.size());
        }
    }

    @Test
    void aSegmentThatCannotBeOpenedIsNoDamage() throws IOException {
        CrashableFileSystem after = killed();
        after.faults().noDescriptors(true);
        assertThrows(IOException.class, () -> read(after));
        after.faults().noDescriptors(false);
        assertEquals(List.of(), read(after).damage);
    }

    /** The next use of the file would write to what is broken. */
    @Test
    void aDamagedSegmentIsNotUsedAgain() throws IOException {
        PlainLog log = open(fs);
        fill(log, 2);
        Segment sound = log.sealed.get(0);
        Segment damaged = log.sealed.get(1);
        damaged.setDamaged();
        log.log.retire(damaged);
        assertEquals(0, freeFiles());
        assertFalse(fs.exists(damaged.file()));
        log.log.retire(sound);
        assertEquals(1, freeFiles());
    }

    private long freeFiles() throws IOException {
        List<Path> files = fs.list(PlainLog.DIRECTORY);
        return files.stream()
                .filter(file -> file.getFileName().toString().startsWith(SegmentPool.FREE_PREFIX))
                .count();
    }
}
