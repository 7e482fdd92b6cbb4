package io.paxosstore.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

final class DiskWatchTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** Does as many syncs as there are permits, and then stands still. */
    private static final class StubbornDisk implements DiskWatch.Probe {
        private final Semaphore syncs = new Semaphore(0);
        private final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public void sync() throws IOException {
            try {
                syncs.acquire();
            } catch (InterruptedException e) {
                throw (IOException) new InterruptedIOException().initCause(e);
            }
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }

    @Test
    void aStallIsSeenWhileItLastsAndAfterwards() throws Exception {
        StubbornDisk disk = new StubbornDisk();
        long start = System.nanoTime();
        try (DiskWatch watch = new DiskWatch(disk)) {
            while (watch.stalledNanos(start, System.nanoTime()) == 0) {
                Thread.onSpinWait();
            }
            long during = System.nanoTime();
            long stalled = watch.stalledNanos(start, during);
            assertTrue(stalled > 0 && stalled <= during - start, "stalled " + stalled);
            disk.syncs.release(1_000_000);
            while (disk.syncs.availablePermits() > 999_995) {
                Thread.onSpinWait();
            }
            assertTrue(watch.stalledNanos(start, during) >= stalled, "it stays known");
            assertEquals(0, watch.stalledNanos(start - 2 * SECOND, start - SECOND), "before it");
        }
        assertTrue(disk.closed.await(20, TimeUnit.SECONDS), "closed with the watch");
    }

    /** Otherwise every failed call from then on would be excused. */
    @Test
    void aDiskThatFailsDoesNotStandStill() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        DiskWatch.Probe failing =
                new DiskWatch.Probe() {
                    @Override
                    public void sync() throws IOException {
                        throw new IOException("planted");
                    }

                    @Override
                    public void close() {
                        closed.countDown();
                    }
                };
        try (DiskWatch watch = new DiskWatch(failing)) {
            assertTrue(closed.await(20, TimeUnit.SECONDS), "the watching has ended");
            long now = System.nanoTime();
            assertEquals(0, watch.stalledNanos(now, now + SECOND));
        }
    }
}
