package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.fs.AtomicFile;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.log.segment.SegmentHeader;
import io.paxosstore.log.segment.SegmentPool;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Rule D5 for merging: one bad place costs the keys that lie there, and no other their turn. */
class MergeDamageTest {
    private static final Path FIRST = TestStore.DIRECTORY.resolve(SegmentPool.fileName(1));
    private static final Path SECOND = TestStore.DIRECTORY.resolve(SegmentPool.fileName(2));
    private static final int LARGE_SEGMENT = 4 * Merge.SLICE_BYTES;
    private static final String PADDING = "v".repeat(2000);

    private final CrashableFileSystem fs = new CrashableFileSystem(1);

    private static void work(TestStore store) {
        store.nanos += TimeUnit.SECONDS.toNanos(2);
        store.settle();
    }

    /** Writes keys from this number on until another data file is begun; returns the last. */
    private static int fillOne(TestStore store, int first) {
        int segments = store.engine.stats().segments();
        int number = first - 1;
        while (store.engine.stats().segments() == segments) {
            number++;
            store.store(TestStore.chosen("k" + number, 1, PADDING + number));
        }
        return number;
    }

    @Test
    void aSectorThatCannotBeReadCostsTheKeysOfItsSliceUntilTheyAreRebuilt() throws IOException {
        TestStore store = openLarge();
        store.store(TestStore.chosen("k0", 1, PADDING + 0));
        int keys = 1 + fillOne(store, 1);
        int bad = SegmentHeader.BYTES + Merge.SLICE_BYTES * 3 / 2;
        fs.breakSectors(FIRST, bad, bad + 1);
        Set<EntityKey> overwritten = new HashSet<>();
        for (int number = 0; number < keys; number += 2) {
            store.store(TestStore.chosen("k" + number, 2, PADDING + number));
            overwritten.add(TestStore.key("k" + number));
        }
        work(store);
        work(store);
        assertEquals(List.of(), store.failures);
        Set<EntityKey> lost = Set.copyOf(store.damaged);
        assertFalse(lost.isEmpty());
        assertTrue(lost.size() <= Merge.SLICE_BYTES / PADDING.length(), "no more than the slice");
        assertTrue(lost.stream().noneMatch(overwritten::contains), "only what is needed");
        assertTrue(fs.exists(FIRST), "kept until its keys are rebuilt");
        assertEquals(Standing.WHOLE, store.identity.standing());
        for (int number = 0; number < keys; number++) {
            EntityKey key = TestStore.key("k" + number);
            assertEquals(lost.contains(key), store.load(key).amnesiac());
            if (lost.contains(key)) {
                store.store(TestStore.rebuilt("k" + number, 1, PADDING + number));
            }
        }
        work(store);
        assertFalse(fs.exists(FIRST), "all else was saved");
        assertEquals(0, store.engine.stats().scrubPasses(), "nobody else has found it");
        TestStore again = new TestStore(large(), fs.crash());
        assertEquals(List.of(), again.identity.damage().reports());
        for (int number = 0; number < keys; number++) {
            String value = TestStore.text(again.load("k" + number).chosenValue());
            assertEquals(PADDING + number, value);
        }
    }

    private static BitcaskConfig large() {
        return TestStore.config().withSegments(LARGE_SEGMENT, 1);
    }

    private TestStore openLarge() throws IOException {
        return new TestStore(large(), fs);
    }

    /** The first segment cannot be merged, since its records have no room: the second can. */
    @Test
    void afterAFailedMergeAnotherSegmentGetsItsTurn() throws IOException {
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("k0", 1, PADDING + 0));
        int second = fillOne(store, 1);
        int third = fillOne(store, second + 1);
        for (int number = second; number < third; number++) {
            store.store(TestStore.chosen("k" + number, 2, PADDING + number));
        }
        fs.flipBit(FIRST, SegmentHeader.BYTES + 1000, 0);
        assertTrue(store.load("k0").amnesiac());
        store.nanos += Scrubber.FIRST_NANOS;
        String copies = SegmentPool.SEGMENT_SUFFIX + AtomicFile.TEMPORARY_SUFFIX;
        fs.faults().withoutRoom(file -> file.toString().endsWith(copies));
        work(store);
        work(store);
        assertTrue(fs.exists(FIRST));
        assertFalse(fs.exists(SECOND), "nothing in it is needed");
        fs.faults().withoutRoom(file -> false);
        store.store(TestStore.rebuilt("k0", 1, PADDING + 0));
        work(store);
        assertFalse(fs.exists(FIRST), "it is tried again");
    }

    /** Has live records of the first data file copied to merge's own, which stays open. */
    private long openOutput(TestStore store) throws IOException {
        store.store(TestStore.chosen("k0", 1, PADDING + 0));
        int first = fillOne(store, 1);
        for (int number = 1; number < first; number++) {
            store.store(TestStore.chosen("k" + number, 2, PADDING + number));
        }
        work(store);
        for (Path file : fs.list(TestStore.DIRECTORY)) {
            SegmentHeader header = SegmentHeader.decode(fs.content(file), BitcaskEngine.FORMAT);
            if (header != null && header.kind() == SegmentHeader.Kind.MERGED) {
                return header.id();
            }
        }
        throw new AssertionError("nothing was copied");
    }

    /** The segment that holds this text. */
    private long segmentOf(String text) throws IOException {
        for (Path file : fs.list(TestStore.DIRECTORY)) {
            String content = new String(fs.content(file), StandardCharsets.ISO_8859_1);
            if (SegmentPool.idOf(file) >= 0 && content.contains(text)) {
                return SegmentPool.idOf(file);
            }
        }
        throw new AssertionError(text + " is nowhere");
    }

    /** The header says who writes a segment; without it none passes for one that has no seal. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDamagedHeaderOfTheOpenOutputCostsNothing(boolean isLogBehind) throws IOException {
        TestStore store = TestStore.open(fs);
        long output = openOutput(store);
        long newest = 1;
        store.store(TestStore.chosen("last", newest, PADDING + "the last of 1"));
        while (isLogBehind && segmentOf("the last of " + newest) < output) {
            newest++;
            store.store(TestStore.chosen("last", newest, PADDING + "the last of " + newest));
        }
        String last = "the last of " + newest;
        assertEquals(isLogBehind, segmentOf(last) > output);
        Path file = TestStore.DIRECTORY.resolve(SegmentPool.fileName(output));
        CrashableFileSystem killed = fs.killProcess();
        for (int at = 0; at < 48; at++) {
            CrashableFileSystem after = killed.copy();
            after.flipBit(file, at, at % 8);
            for (int start = 0; start < 2; start++) {
                TestStore again = TestStore.open(after);
                List<DamageReport> reports = again.identity.damage().reports();
                assertEquals(
                        List.of(DamageReport.Kind.BAD_SEGMENT_HEADER),
                        reports.stream().map(DamageReport::kind).toList());
                assertEquals(Standing.WHOLE, again.identity.standing());
                assertEquals(PADDING + last, TestStore.text(again.load("last").chosenValue()));
                assertEquals(PADDING + 0, TestStore.text(again.load("k0").chosenValue()));
                after = after.crash();
            }
        }
    }
}
