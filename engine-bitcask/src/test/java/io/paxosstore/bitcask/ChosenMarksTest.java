package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Stored;
import io.paxosstore.log.fs.CrashableFileSystem;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** Rule D3: what is known to be chosen, though no record says so, a restart knows too. */
class ChosenMarksTest {
    private static final int KEYS = 300;

    private final CrashableFileSystem fs = new CrashableFileSystem(1);

    /** Entry 1 of each key chosen by its record, entry 2 accepted, and marked afterwards. */
    private static TestStore marked(CrashableFileSystem fs) throws IOException {
        TestStore store = TestStore.open(fs);
        for (int i = 0; i < KEYS; i++) {
            store.append(TestStore.chosen("k" + i, 1, "old"));
            store.append(TestStore.accept("k" + i, 2, 9, "new" + i, 1));
            store.flush();
        }
        for (int i = 0; i < KEYS; i++) {
            store.shard("k" + i).markChosen(TestStore.key("k" + i), 2);
        }
        return store;
    }

    private static void write(TestStore store) {
        store.nanos += ChosenMarks.WRITE_NANOS;
        store.settle();
    }

    private static long known(TestStore store) {
        long known = 0;
        for (int i = 0; i < KEYS; i++) {
            Stored stored = store.load("k" + i);
            boolean isMarked = stored.version() == 2;
            assertEquals(isMarked ? 0 : 2, stored.pendingEntry());
            assertEquals(
                    isMarked ? "new" + i : "old",
                    TestStore.text(stored.chosenValue()),
                    "the value at the version");
            known += isMarked ? 1 : 0;
        }
        return known;
    }

    private static List<Path> files(CrashableFileSystem fs) throws IOException {
        return fs.list(TestStore.DIRECTORY).stream()
                .filter(file -> file.toString().endsWith(MarkFile.SUFFIX))
                .toList();
    }

    @Test
    void aKilledProcessForgetsNoneThatWasWritten() throws IOException {
        write(marked(fs));
        assertEquals(KEYS, known(TestStore.open(fs.killProcess())));
    }

    @Test
    void thoseNotYetWrittenAreForgotten() throws IOException {
        marked(fs);
        assertEquals(0, known(TestStore.open(fs.killProcess())));
    }

    @Test
    void anOrderlyEndWritesThemAll() throws IOException {
        marked(fs).close();
        assertEquals(KEYS, known(TestStore.open(fs)));
    }

    /** Twice: what comes later does not take the place of what was there. */
    @Test
    void laterOnesOfAnEarlierSegmentAreAddedToItsFile() throws IOException {
        TestStore store = marked(fs);
        store.append(TestStore.chosen("late", 1, "old"));
        store.append(TestStore.accept("late", 2, 9, "new", 1));
        store.flush();
        store.close();
        TestStore again = TestStore.open(fs);
        again.shard("late").markChosen(TestStore.key("late"), 2);
        again.close();
        TestStore last = TestStore.open(fs);
        assertEquals(KEYS, known(last));
        assertEquals(2, last.load("late").version());
    }

    /** The mark is of a place; what takes the place of the record in memory lies elsewhere. */
    @Test
    void whatIsPendingAfterThemIsNotTakenForChosen() throws IOException {
        TestStore store = marked(fs);
        for (int i = 0; i < KEYS; i++) {
            store.store(TestStore.accept("k" + i, 3, 9, "newest", 2));
        }
        store.close();
        TestStore again = TestStore.open(fs);
        for (int i = 0; i < KEYS; i++) {
            assertEquals(2, again.load("k" + i).version());
            assertEquals(3, again.load("k" + i).pendingEntry());
        }
    }

    @Test
    void aPageThatIsDamagedHasNone() throws IOException {
        marked(fs).close();
        List<Path> files = files(fs);
        assertFalse(files.isEmpty());
        for (Path file : files) {
            fs.flipBit(file, 40, 3);
        }
        assertEquals(0, known(TestStore.open(fs)));
    }

    /** As far as merge has copied records it flags them; where it has emptied segments, all go. */
    @Test
    void mergesKeepThemAndTheirFilesGoWithTheSegments() throws IOException {
        TestStore store = marked(fs);
        write(store);
        for (int i = 0; i < KEYS; i += 2) {
            store.store(TestStore.chosen("k" + i, 3, "newest"));
        }
        store.settle();
        assertTrue(store.engine.stats().mergedSegments() > 0, store.engine.stats()::toString);
        List<String> segments =
                fs.list(TestStore.DIRECTORY).stream()
                        .map(Path::toString)
                        .filter(name -> name.endsWith(".seg"))
                        .toList();
        for (Path file : files(fs)) {
            String segment = file.toString().replace(MarkFile.SUFFIX, ".seg");
            assertTrue(segments.contains(segment), file + " is left");
        }
        store.close();
        TestStore again = TestStore.open(fs);
        for (int i = 0; i < KEYS; i++) {
            assertEquals(i % 2 == 0 ? 3 : 2, again.load("k" + i).version());
        }
    }

    @Test
    void aPageIsWhatWasSet() {
        MarkPage page = new MarkPage(5, 1);
        int first = MarkPage.SPAN_BYTES;
        page.set(first);
        page.set(first + 40);
        page.set(2 * first - MarkPage.CELL_BYTES);
        assertTrue(page.isChanged());
        ByteBuffer bytes = page.encode(77);
        assertFalse(page.isChanged());
        assertEquals(MarkPage.BYTES, bytes.remaining());
        MarkPage read = MarkPage.decode(bytes, 5, 1, 77);
        for (int offset = first; offset < 2 * first; offset += 8) {
            boolean isSet =
                    offset < first + MarkPage.CELL_BYTES
                            || (offset >= first + 32 && offset < first + 48)
                            || offset >= 2 * first - MarkPage.CELL_BYTES;
            assertEquals(isSet, read != null && read.isSet(offset), "offset " + offset);
        }
        assertEquals(null, MarkPage.decode(bytes, 6, 1, 77), "of another segment");
        assertEquals(null, MarkPage.decode(bytes, 5, 1, 78), "of another one of this id");
        assertEquals(null, MarkPage.decode(bytes, 5, 0, 77), "another page");
    }
}
