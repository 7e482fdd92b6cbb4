package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.log.identity.StoreOpenException;
import io.paxosstore.log.segment.SegmentHeader;
import io.paxosstore.log.segment.SegmentPool;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class StoreInspectorTest {
    private static final Path FIRST = TestStore.DIRECTORY.resolve(SegmentPool.fileName(1));
    private final CrashableFileSystem fs = new CrashableFileSystem(1);

    private void filled() throws IOException {
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("a", 1, "first value"));
        store.store(TestStore.chosen("a", 2, "second value"));
        store.store(TestStore.floor("b", 4, 0));
        store.close();
    }

    private StoreInspector.Verdict verify(List<DamageReport> problems) throws IOException {
        try (StoreInspector inspector = StoreInspector.open(fs, TestStore.DIRECTORY)) {
            return inspector.verify(problems::add);
        }
    }

    @Test
    void saysWhatIsThere() throws IOException {
        filled();
        try (StoreInspector inspector = StoreInspector.open(fs, TestStore.DIRECTORY)) {
            List<DamageReport> unread = new ArrayList<>();
            StoreInspector.Figures figures = inspector.stat(unread::add);
            assertEquals(3, figures.records());
            assertEquals(2, figures.keys());
            assertEquals(Standing.WHOLE, figures.identity().standing());
            assertTrue(figures.liveBytes() < figures.recordBytes());
            List<StoreInspector.RecordLine> lines = new ArrayList<>();
            inspector.dump(lines::add, unread::add);
            assertEquals(List.of(), unread);
            assertEquals(3, lines.size());
            assertEquals(TestStore.key("a"), lines.get(1).key());
            assertEquals(2, lines.get(1).entry());
            assertTrue(lines.get(1).chosen());
            assertTrue(lines.get(2).rebuilt());
        }
    }

    @Test
    void theEpochsThatWereEnteredAreShownAndTheirFileIsVerified() throws IOException {
        SlotConfiguration.Stable first = SlotConfiguration.first(List.of(1, 2, 3));
        List<SlotRecord> all =
                List.of(
                        new SlotRecord(3, first, SlotStanding.WHOLE),
                        new SlotRecord(9, first, SlotStanding.NONE));
        TestStore store = TestStore.open(fs);
        store.identity.enter(all);
        store.close();
        try (StoreInspector inspector = StoreInspector.open(fs, TestStore.DIRECTORY)) {
            assertEquals(all, inspector.stat(unread -> {}).slots());
        }
        List<DamageReport> problems = new ArrayList<>();
        assertEquals(StoreInspector.Verdict.SOUND, verify(problems));
        Path slots = TestStore.DIRECTORY.resolve("SLOTS");
        byte[] before = fs.content(slots);
        fs.flipBit(slots, 3, 1);
        assertEquals(StoreInspector.Verdict.HARMLESS_DAMAGE, verify(problems));
        fs.flipBit(slots, before.length / 2 + 3, 1);
        assertEquals(StoreInspector.Verdict.LOSS, verify(problems));
        try (StoreInspector inspector = StoreInspector.open(fs, TestStore.DIRECTORY)) {
            assertEquals(List.of(), inspector.stat(unread -> {}).slots());
            assertTrue(inspector.stat(unread -> {}).identity().entered());
        }
        fs.delete(slots);
        assertEquals(StoreInspector.Verdict.LOSS, verify(problems));
        assertEquals(
                List.of(
                        DamageReport.Kind.BAD_COPY,
                        DamageReport.Kind.LOST_FILE,
                        DamageReport.Kind.LOST_FILE),
                problems.stream().map(DamageReport::kind).toList());
    }

    @Test
    void verifyChangesNothingAndTellsHarmlessDamageFromLoss() throws IOException {
        filled();
        List<DamageReport> problems = new ArrayList<>();
        assertEquals(StoreInspector.Verdict.SOUND, verify(problems));
        assertEquals(List.of(), problems);
        byte[] before = fs.content(FIRST);

        fs.flipBit(TestStore.DIRECTORY.resolve("PEERS"), 3, 1);
        fs.flipBit(HintWriter.fileOf(FIRST), 40, 1);
        assertEquals(StoreInspector.Verdict.HARMLESS_DAMAGE, verify(problems));
        assertEquals(
                List.of(DamageReport.Kind.BAD_COPY, DamageReport.Kind.BAD_HINT),
                problems.stream().map(DamageReport::kind).toList());

        fs.flipBit(FIRST, SegmentHeader.BYTES + 40, 1);
        assertEquals(StoreInspector.Verdict.LOSS, verify(problems));
        fs.flipBit(FIRST, SegmentHeader.BYTES + 40, 1);
        assertArrayEquals(before, fs.content(FIRST));

        fs.delete(FIRST);
        problems.clear();
        assertEquals(2, verify(problems).exitCode());
        assertTrue(
                problems.stream().anyMatch(one -> one.kind() == DamageReport.Kind.MISSING_SEGMENT));
    }

    private List<DamageReport.Kind> unread() throws IOException {
        List<DamageReport.Kind> dumped = new ArrayList<>();
        List<DamageReport.Kind> counted = new ArrayList<>();
        try (StoreInspector inspector = StoreInspector.open(fs, TestStore.DIRECTORY)) {
            inspector.dump(line -> {}, damage -> dumped.add(damage.kind()));
            inspector.stat(damage -> counted.add(damage.kind()));
        }
        assertEquals(dumped, counted);
        return dumped;
    }

    /** Else an operator takes a key for one that was never there. */
    @Test
    void whatCannotBeReadIsToldToWhoeverShowsOrCountsTheRest() throws IOException {
        filled();
        fs.flipBit(HintWriter.fileOf(FIRST), 40, 1);
        assertEquals(List.of(), unread(), "nothing is hidden by it");
        fs.flipBit(FIRST, SegmentHeader.BYTES + 20, 1);
        assertEquals(List.of(DamageReport.Kind.UNREADABLE_REGION), unread());
        fs.delete(FIRST);
        assertEquals(List.of(DamageReport.Kind.MISSING_SEGMENT), unread());
    }

    @Test
    void whatIsLostOfTheSmallFilesIsToldToWhoeverCounts() throws IOException {
        filled();
        fs.delete(TestStore.DIRECTORY.resolve("PEERS"));
        List<DamageReport> unread = new ArrayList<>();
        try (StoreInspector inspector = StoreInspector.open(fs, TestStore.DIRECTORY)) {
            assertEquals(3, inspector.stat(unread::add).records());
        }
        assertEquals(
                List.of(DamageReport.Kind.LOST_FILE),
                unread.stream().map(DamageReport::kind).toList());
    }

    @Test
    void refusesWhatIsNoStoreOrInUse() throws IOException {
        fs.createDirectories(TestStore.DIRECTORY);
        StoreOpenException none =
                assertThrows(
                        StoreOpenException.class,
                        () -> StoreInspector.open(fs, TestStore.DIRECTORY));
        assertTrue(String.valueOf(none.getMessage()).contains("no store"));
        TestStore open = TestStore.open(fs);
        StoreOpenException used =
                assertThrows(
                        StoreOpenException.class,
                        () -> StoreInspector.open(fs, TestStore.DIRECTORY));
        assertTrue(String.valueOf(used.getMessage()).contains("in use"));
        open.close();
    }
}
