package io.paxosstore.bench.tables;

import io.paxosstore.lsm.store.MergeConfig;
import io.paxosstore.lsm.store.MergePace;

import org.HdrHistogram.Histogram;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Point reads and updates of single rows, all tables and rows as likely. Each thread has tables of
 * its own, as shards have; one more thread merges and flushes, as a node's upkeep does.
 *
 * @param tables how many there are
 * @param rows of each
 * @param updatePercent how many of a hundred operations are updates
 * @param threads besides the one for the upkeep
 * @param merging whether tables are merged meanwhile
 */
record MixedLoad(long tables, int rows, int updatePercent, int threads, boolean merging) {
    private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final MergePace PACE = new MergePace(MergeConfig.DEFAULT.sharePercent());
    private static final int PERCENT = 100;
    private static final int DIGITS = 3;

    /** What happened. */
    record Outcome(
            double seconds,
            Histogram readMicros,
            Histogram updateMicros,
            long entryBytes,
            DiskCounters disk) {
        double perSecond() {
            return (readMicros.getTotalCount() + updateMicros.getTotalCount()) / seconds;
        }

        /** Bytes of its entry and of all that the disk took, for each update. */
        double writtenPerUpdate() {
            return (entryBytes + disk.writtenBytes())
                    / (double) Math.max(1, updateMicros.getTotalCount());
        }

        double readPerOperation() {
            return disk.readBytes() / Math.max(1, perSecond() * seconds);
        }
    }

    /** Times of one thread. */
    private record Times(Histogram reads, Histogram updates) {
        Times() {
            this(new Histogram(DIGITS), new Histogram(DIGITS));
        }
    }

    /**
     * Runs it. What is left to be merged, flushed and compacted in the end is, and counts among
     * what was written.
     */
    Outcome run(StoredTables stored, Duration duration, long seed)
            throws IOException, InterruptedException {
        DiskCounters before = DiskCounters.now();
        long entryBytesBefore = stored.entryBytes();
        long begin = System.nanoTime();
        long end = begin + duration.toNanos();
        Times all = new Times();
        try (ExecutorService executor = Executors.newFixedThreadPool(threads + 1)) {
            List<Future<Times>> running = new ArrayList<>();
            Future<?> upkeep = executor.submit(upkeep(stored, end));
            for (int thread = 0; thread < threads; thread++) {
                running.add(executor.submit(thread(stored, thread, end, seed)));
            }
            for (Future<Times> one : running) {
                Times times = one.get();
                all.reads().add(times.reads());
                all.updates().add(times.updates());
            }
            upkeep.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("A thread of the load failed.", e);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (merging) {
            stored.mergeAll();
        }
        stored.settle();
        return new Outcome(
                seconds,
                all.reads(),
                all.updates(),
                stored.entryBytes() - entryBytesBefore,
                DiskCounters.now().minus(before));
    }

    private Callable<Void> upkeep(StoredTables stored, long end) {
        return () -> {
            long flushedAt = System.nanoTime();
            while (System.nanoTime() < end) {
                long begin = System.nanoTime();
                boolean merged = merging && stored.store().merges().step().done();
                while (merged
                        && System.nanoTime() - begin < MergePace.BURST_NANOS
                        && stored.store().merges().step().done()) {
                    Thread.onSpinWait();
                }
                LockSupport.parkNanos(
                        merged
                                ? PACE.pauseNanos(
                                        System.nanoTime() - begin,
                                        stored.store().merges().stats().due())
                                : IDLE_NANOS);
                if (System.nanoTime() - flushedAt > FLUSH_NANOS) {
                    stored.store().flush();
                    flushedAt = System.nanoTime();
                }
            }
            return null;
        };
    }

    private Callable<Times> thread(StoredTables stored, int thread, long end, long seed) {
        return () -> {
            SplittableRandom random = new SplittableRandom(seed * threads + thread);
            Times times = new Times();
            long now = System.nanoTime();
            while (now < end) {
                long table = random.nextLong(tables / threads) * threads + thread;
                long row = random.nextInt(rows);
                boolean updates = random.nextInt(PERCENT) < updatePercent;
                if (updates) {
                    stored.update(table, row, now);
                } else {
                    stored.read(table, row);
                }
                long after = System.nanoTime();
                Histogram histogram = updates ? times.updates() : times.reads();
                histogram.recordValue(TimeUnit.NANOSECONDS.toMicros(after - now));
                now = after;
            }
            return times;
        };
    }
}
