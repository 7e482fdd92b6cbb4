package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.segment.SegmentHeader;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How fast dead records are merged away. */
class MergeRateTest {
    private static final int SEGMENT = 16 << 10;
    private static final int HELD = SEGMENT - SegmentHeader.BYTES;
    private static final long RATE = 64 << 10;
    private static final int TICKS_PER_SECOND = 100;
    private static final int KEYS = 20;
    private static final String VALUE = "v".repeat(1000);

    private final TestStore store;
    private long version;

    MergeRateTest() throws IOException {
        BitcaskConfig config = TestStore.config().withMerge(0.5, RATE);
        store = new TestStore(config, new CrashableFileSystem(1));
        store.settle();
    }

    /** Writes over the same keys; all of it is dead soon. Nobody else moves the clock. */
    private void overwrite(int bytesPerSecond, int seconds) {
        int records = bytesPerSecond / TICKS_PER_SECOND / VALUE.length();
        for (int tick = 0; tick < seconds * TICKS_PER_SECOND; tick++) {
            for (int record = 0; record < records; record++) {
                version++;
                String key = "key " + version % KEYS;
                store.store(TestStore.chosen(key, version / KEYS + 1, VALUE));
            }
            store.nanos += TimeUnit.SECONDS.toNanos(1) / TICKS_PER_SECOND;
            work();
        }
    }

    private void work() {
        int quiet = 0;
        while (quiet < 4) {
            quiet = store.engine.runBackgroundOnce() > 0 ? 0 : quiet + 1;
            store.drain();
        }
    }

    @Test
    void aStoreThatIsOverwrittenFasterThanTheRateStopsGrowing() throws IOException {
        overwrite(4 * (int) RATE, 30);
        int segments = store.engine.stats().segments();
        overwrite(4 * (int) RATE, 30);
        int later = store.engine.stats().segments();
        assertTrue(later < 2 * segments, segments + " data files, then " + later);
        assertTrue(later < 80, later + " data files of " + SEGMENT + " bytes");
        assertEquals(List.of(), store.failures);
    }

    /** A data file that holds nothing any more costs a read of its bytes: five in a second. */
    @Test
    void theRateIsKeptByWhoKeepsUp() throws IOException {
        overwriteAtOnce(Merge.WAITING_SEGMENTS_MAX - 1);
        long merged = mergedInHalfASecond();
        assertTrue(merged > 0, "nothing was merged");
        assertTrue(merged <= RATE / 2 / HELD + 1, merged + " data files");
    }

    @Test
    void whoIsFarBehindIsFaster() throws IOException {
        overwriteAtOnce(4 * Merge.WAITING_SEGMENTS_MAX);
        long merged = mergedInHalfASecond();
        assertTrue(merged > RATE / HELD, merged + " data files");
    }

    private void overwriteAtOnce(int segments) {
        int end = store.engine.stats().segments() + segments;
        while (store.engine.stats().segments() < end) {
            version++;
            store.store(TestStore.chosen("key", version, VALUE));
        }
    }

    private long mergedInHalfASecond() {
        long before = store.engine.stats().mergedSegments();
        for (int tick = 0; tick < TICKS_PER_SECOND / 2; tick++) {
            work();
            store.nanos += TimeUnit.SECONDS.toNanos(1) / TICKS_PER_SECOND;
        }
        return store.engine.stats().mergedSegments() - before;
    }
}
