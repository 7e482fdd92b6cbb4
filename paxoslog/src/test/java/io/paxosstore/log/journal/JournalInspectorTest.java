package io.paxosstore.log.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.log.fs.ReadOnlyFileSystem;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.SlotTenures;
import io.paxosstore.log.segment.SegmentPool;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Damage is found, told apart from what costs nothing, and nothing is changed. */
class JournalInspectorTest {
    private static final Path FIRST = TestJournal.DIRECTORY.resolve(SegmentPool.fileName(1));
    private static final Path LIST = TestJournal.DIRECTORY.resolve(Journal.FORMAT.listFile());

    private final CrashableFileSystem fs = new CrashableFileSystem(1);

    private void filled(boolean checkpoint) throws IOException {
        TestJournal journal = TestJournal.open(fs);
        journal.store(
                TestJournal.chosen("a", 1, "first value"),
                TestJournal.accept("b", 1, 1, "undecided value", 0),
                TestJournal.accept("b", 1, 2, "decided value", 0),
                TestJournal.chosen("c", 1, "last value"));
        if (checkpoint) {
            journal.checkpoint();
        }
        journal.journal.close();
    }

    private JournalInspector inspector() throws IOException {
        return JournalInspector.open(
                fs,
                TestJournal.DIRECTORY,
                TestJournal.STORE,
                space -> space == 99,
                SlotTenures.FIRST);
    }

    private List<JournalInspector.Finding> verify() throws IOException {
        try (JournalInspector inspector = inspector()) {
            return inspector.verify();
        }
    }

    private int indexOf(String text) {
        String content = new String(fs.content(FIRST), StandardCharsets.ISO_8859_1);
        int at = content.indexOf(text);
        assertTrue(at > 0, () -> text + " is not in " + FIRST);
        return at;
    }

    @Test
    void saysWhatIsThereAndChangesNothing() throws IOException {
        filled(false);
        byte[] before = fs.content(FIRST);
        List<Path> filesBefore = fs.list(TestJournal.DIRECTORY);
        assertEquals(List.of(), verify());
        try (JournalInspector inspector = inspector()) {
            JournalInspector.Figures figures = inspector.stat();
            assertEquals(4, figures.records());
            assertEquals(3, figures.entities());
            assertEquals(3, figures.liveEntries());
            assertTrue(figures.liveBytes() < figures.recordBytes());
            assertEquals(1, inspector.newest(TestJournal.key("c")));
            assertEquals(0, inspector.newest(TestJournal.key("b")));
        }
        assertArrayEquals(before, fs.content(FIRST));
        assertEquals(filesBefore, fs.list(TestJournal.DIRECTORY));
    }

    @Test
    void aNeededRecordIsALossAndAnOvertakenOneIsNot() throws IOException {
        for (boolean checkpoint : new boolean[] {false, true}) {
            JournalInspectorTest test = new JournalInspectorTest();
            test.filled(checkpoint);
            int overtaken = test.indexOf("undecided value");
            test.fs.flipBit(FIRST, overtaken, 1);
            JournalInspector.Finding found = only(test.verify());
            assertFalse(found.loss(), found.toString());
            assertEquals(FIRST, found.damage().file());
            assertTrue(Math.abs(found.damage().offset() - overtaken) < 64, found.toString());
            test.fs.flipBit(FIRST, overtaken, 1);

            test.fs.flipBit(FIRST, test.indexOf("first value"), 1);
            JournalInspector.Finding loss = only(test.verify());
            assertTrue(loss.loss(), loss.toString());
            assertEquals(TestJournal.key("a"), loss.damage().entity());
        }
    }

    @Test
    void anUnreadableHeadIsALossWhereARecordIsNeeded() throws IOException {
        filled(true);
        int head = indexOf("first value") - 12;
        fs.flipBit(FIRST, head, 1);
        JournalInspector.Finding found = only(verify());
        assertEquals(DamageReport.Kind.UNREADABLE_REGION, found.damage().kind());
        assertTrue(found.loss());
    }

    @Test
    void oneDamagedCopyOfTheListCostsNothing() throws IOException {
        filled(true);
        fs.flipBit(LIST, 3, 1);
        JournalInspector.Finding found = only(verify());
        assertEquals(DamageReport.Kind.BAD_COPY, found.damage().kind());
        assertFalse(found.loss());
        assertTrue(found.damage().toString().contains(LIST.toString()));
    }

    @Test
    void nothingCanBeWrittenThroughWhatItReadsWith() {
        ReadOnlyFileSystem reading = new ReadOnlyFileSystem(fs);
        Path file = TestJournal.DIRECTORY.resolve("new");
        assertThrows(IOException.class, () -> reading.open(file, OpenMode.CREATE).close());
        assertThrows(IOException.class, () -> reading.delete(file));
        assertThrows(IOException.class, () -> reading.rename(file, FIRST));
        assertThrows(IOException.class, () -> reading.createDirectories(file));
        assertThrows(IOException.class, () -> reading.tryLock(file));
    }

    private static JournalInspector.Finding only(List<JournalInspector.Finding> findings) {
        assertEquals(1, findings.size(), findings.toString());
        return findings.getFirst();
    }
}
