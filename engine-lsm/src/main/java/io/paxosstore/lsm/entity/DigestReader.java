package io.paxosstore.lsm.entity;

import io.paxosstore.log.BackgroundThread;
import io.paxosstore.log.FailStop;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads entities whole to compute their digests, one after the other, no faster than its rate, so
 * that those who serve clients hardly notice. Thread-safe, but for {@link #start} and {@link
 * #close}.
 */
final class DigestReader {
    /** Digests that wait to be computed, each with a snapshot; more are refused. */
    private static final int WAITING_MAX = 256;

    /** An entity counts as so many bytes at least: its blocks have to be found and opened. */
    static final int ENTITY_BYTES_MIN = 8192;

    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** A rest is not worth it for less. */
    private static final long REST_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(2);

    private final long bytesPerSecond;
    private final BlockingQueue<DigestTask> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private final BackgroundThread thread;
    private final LongAdder bytesRead = new LongAdder();
    private final LongAdder digests = new LongAdder();
    private volatile boolean started;
    private volatile boolean closed;

    /** When all that was read so far would have been read at the rate. For the thread. */
    private long paidNanos;

    /**
     * @param bytesPerSecond how fast it may read; without a thread it does not rest
     */
    DigestReader(long bytesPerSecond, FailStop failStop) {
        this.bytesPerSecond = bytesPerSecond;
        this.thread =
                new BackgroundThread(
                        this::runOnce, () -> IDLE_NANOS, BackgroundThread.Pace.FULL, failStop);
    }

    void start() {
        started = true;
        paidNanos = System.nanoTime();
        thread.start("paxosstore-entities-digests");
    }

    /** Bytes of keys and values read since the start. */
    long bytesRead() {
        return bytesRead.sum();
    }

    /** Digests computed since the start. */
    long digests() {
        return digests.sum();
    }

    /**
     * Takes a digest whose snapshot is taken.
     *
     * @return false if too many wait, or the engine is closing
     */
    boolean offer(DigestTask task) {
        boolean taken = !closed && waiting.offer(task);
        if (taken) {
            thread.signal();
        }
        return taken;
    }

    /**
     * Computes the digest that has waited longest.
     *
     * @return 0 when none waits
     */
    int runOnce() {
        DigestTask task = waiting.poll();
        if (task == null) {
            return 0;
        }
        if (task.isClosed()) {
            task.drop();
        } else {
            long before = bytesRead.sum();
            task.read(this::read);
            digests.increment();
            long read = bytesRead.sum() - before;
            if (read < ENTITY_BYTES_MIN) {
                rest(ENTITY_BYTES_MIN - read);
            }
        }
        return 1;
    }

    private boolean read(long bytes) {
        bytesRead.add(bytes);
        rest(bytes);
        return !closed;
    }

    /** Sleeps off what was read. Time that was not used is not saved up. */
    private void rest(long bytes) {
        if (!started) {
            return;
        }
        long now = System.nanoTime();
        paidNanos =
                Math.max(paidNanos, now - REST_NANOS_MIN)
                        + bytes * TimeUnit.SECONDS.toNanos(1) / bytesPerSecond;
        while (!closed && paidNanos - now > REST_NANOS_MIN) {
            LockSupport.parkNanos(this, paidNanos - now);
            now = System.nanoTime();
        }
    }

    /** Ends, before the data is closed. Returns whether nothing is being read any more. */
    boolean close() {
        closed = true;
        boolean stopped = thread.stop(STOP_NANOS);
        for (DigestTask task = waiting.poll(); task != null; task = waiting.poll()) {
            task.drop();
        }
        return stopped;
    }
}
