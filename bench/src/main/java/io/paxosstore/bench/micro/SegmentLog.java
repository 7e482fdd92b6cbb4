package io.paxosstore.bench.micro;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.segment.SegmentPool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** The preallocated segments of the storage engines: pwrite and fdatasync, files used again. */
final class SegmentLog implements BenchmarkLog {
    private static final int SEGMENT_BYTES = 64 << 20;
    private static final int HEADER_BYTES = 4096;
    private static final long PARK_NANOS = 200_000;

    private final SegmentPool pool;
    private final FailStop failStop;
    private final Queue<SegmentPool.Prepared> full = new ConcurrentLinkedQueue<>();
    private final Thread background;
    private volatile boolean stopping;
    private SegmentPool.Prepared active;
    private int end = HEADER_BYTES;

    SegmentLog(Path directory, StorageEngine.Listener listener) throws IOException {
        failStop = new FailStop(listener);
        pool =
                new SegmentPool(
                        FileSystem.real(),
                        new SegmentPool.Spec(
                                directory,
                                SEGMENT_BYTES,
                                2,
                                id -> ByteBuffer.allocate(HEADER_BYTES).putLong(0, id),
                                () -> true),
                        new NoRegistry(),
                        1,
                        failStop,
                        () -> {});
        active = pool.take();
        while (pool.runOnce() > 0) {}
        background = new Thread(this::runBackground, "segments-ahead");
        background.setDaemon(true);
        background.start();
    }

    private void runBackground() {
        while (!stopping) {
            try {
                SegmentPool.Prepared done = full.poll();
                if (done != null) {
                    done.handle().close();
                    pool.retire(done.id(), done.file());
                } else if (pool.runOnce() == 0) {
                    LockSupport.parkNanos(this, PARK_NANOS);
                }
            } catch (IOException e) {
                failStop.fail(e);
                return;
            }
        }
    }

    @Override
    public void append(ByteBuffer records, int count) throws IOException {
        if (end + records.remaining() > SEGMENT_BYTES) {
            full.add(active);
            active = pool.take();
            end = HEADER_BYTES;
        }
        RecordFormat.place(records, active.id(), end, true);
        int length = records.remaining();
        active.handle().write(records, end);
        end += length;
    }

    @Override
    public void sync() throws IOException {
        active.handle().force();
    }

    @Override
    public void close() throws IOException {
        stopping = true;
        try {
            background.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        active.handle().close();
        pool.close();
    }

    private static final class NoRegistry implements SegmentPool.Registry {
        @Override
        public void created(long id) {}

        @Override
        public void retiring(long id) {}
    }
}
