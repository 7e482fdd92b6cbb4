package io.paxosstore.log.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.TreeSet;

class SegmentPoolTest {
    private static final Path DIR = Path.of("/store");
    private static final int BYTES = 8192;

    private final CrashableFileSystem fs = new CrashableFileSystem(1);
    private @Nullable Throwable failure;
    private final FailStop failStop =
            new FailStop(
                    new StorageEngine.Listener() {
                        @Override
                        public void wake(int shardIndex) {}

                        @Override
                        public void failed(Throwable cause) {
                            failure = cause;
                        }

                        @Override
                        public void damaged(int shardIndex, EntityKey key) {}
                    });
    private boolean room = true;
    private final TreeSet<Long> ids = new TreeSet<>();
    private final SegmentPool.Registry listed =
            new SegmentPool.Registry() {
                @Override
                public void created(long id) {
                    ids.add(id);
                }

                @Override
                public void retiring(long id) {
                    ids.remove(id);
                }
            };
    private final SegmentPool pool =
            new SegmentPool(
                    fs,
                    new SegmentPool.Spec(
                            DIR, BYTES, 2, id -> ByteBuffer.allocate(8).putLong(0, id), () -> room),
                    listed,
                    7,
                    failStop,
                    () -> {});

    @BeforeEach
    void directory() throws IOException {
        fs.createDirectories(DIR);
    }

    private void prepareAll() {
        while (pool.runOnce() > 0) {}
    }

    @Test
    void preparesSegmentsThatSurviveAPowerLossBeforeTheyAreTaken() throws IOException {
        prepareAll();
        SegmentPool.Prepared first = pool.take();
        assertEquals(7, first.id());
        assertEquals(8, pool.take().id());
        assertEquals(0, pool.lateTakes());
        assertEquals(9, pool.take().id());
        assertEquals(1, pool.lateTakes());

        CrashableFileSystem after = fs.crash();
        for (long id = 7; id <= 9; id++) {
            byte[] content = after.content(DIR.resolve(SegmentPool.fileName(id)));
            assertEquals(BYTES, content.length);
            assertEquals(id, ByteBuffer.wrap(content).getLong());
        }
    }

    @Test
    void retiredFilesAreUsedAgainUnderANewId() throws IOException {
        SegmentPool.Prepared first = pool.take();
        first.handle().write(ByteBuffer.wrap(new byte[] {5}), 4096);
        first.handle().close();
        pool.retire(first.id(), first.file());
        assertFalse(fs.exists(first.file()));
        SegmentPool.Prepared second = pool.take();
        byte[] content = fs.content(second.file());
        assertEquals(second.id(), ByteBuffer.wrap(content).getLong());
        assertEquals(5, content[4096], "the old content stays");
    }

    @Test
    void fullDiskStopsThePreparationNotTheStoreUntilASegmentIsNeeded() throws IOException {
        fs.fillUpTo(BYTES);
        prepareAll();
        assertNull(failure);
        pool.take();
        assertThrows(IOException.class, pool::take);
        assertNull(failure);
        fs.faults().capacityBytes(Long.MAX_VALUE);
        pool.take();
    }

    @Test
    void preparationWaitsForRoomAndIsTriedAgainAfterAFailure() throws IOException {
        room = false;
        assertEquals(0, pool.runOnce());
        room = true;
        fs.fillUpTo(BYTES / 2);
        prepareAll();
        assertTrue(pool.isStalled());
        fs.faults().capacityBytes(Long.MAX_VALUE);
        assertEquals(0, pool.runOnce(), "not before it is told to");
        pool.retry();
        prepareAll();
        assertFalse(pool.isStalled());
        assertEquals(2, ids.size());
    }

    @Test
    void listedIsWhatMustBeThere() throws IOException {
        prepareAll();
        SegmentPool.Prepared taken = pool.take();
        assertTrue(ids.contains(taken.id()));
        taken.handle().close();
        pool.retire(taken.id(), taken.file());
        assertFalse(ids.contains(taken.id()));
    }

    /** Rule D4. */
    @Test
    void forceErrorStopsTheStore() {
        fs.faults().failForce(1);
        prepareAll();
        assertNotNull(failure);
    }

    @Test
    void namesStateTheIdAndNothingElseIsTakenForASegment() {
        assertEquals("000000000000002a.seg", SegmentPool.fileName(42));
        assertEquals(42, SegmentPool.idOf(DIR.resolve("000000000000002a.seg")));
        assertEquals(-1, SegmentPool.idOf(DIR.resolve("2a.seg")));
        assertEquals(-1, SegmentPool.idOf(DIR.resolve("00000000000000zz.seg")));
        assertTrue(SegmentPool.idOf(DIR.resolve("STORE")) < 0);
    }
}
