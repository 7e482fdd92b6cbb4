package io.paxosstore.log;

import io.paxosstore.log.fs.FileHandle;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Group commit: takes all batches that the shards have handed over, writes them with one call,
 * forces once, then wakes the shards.
 *
 * <p>{@link #submit} may be called by any thread. {@link #runOnce} does one round; it is called by
 * the thread of {@link #start}, or, where there is none, by a test or a simulator that steps the
 * same code by hand.
 *
 * <p>The queue is bounded by the shards, which limit the bytes they have under way (see {@link
 * StorageShard#pendingBytes}).
 *
 * @param <B> the engine's own batch
 */
public final class GroupCommitWriter<B extends CommitBatch> {
    /** No more than this goes into one write, so that a shard is not kept waiting for others. */
    public static final int GROUP_BYTES_MAX = 8 << 20;

    /** The greatest number of batches in one write. */
    public static final int GROUP_BATCHES_MAX = FileHandle.GATHER_MAX;

    /** A parked writer looks about this often even if a wake-up were lost. */
    private static final long PARK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * Where the batches go: the engine's active segment. Called by the writer only.
     *
     * @param <B> the engine's own batch
     */
    public interface Sink<B> {
        /**
         * Writes the first batches of the group with one call.
         *
         * @return how many it wrote, at least 1
         */
        int write(List<B> group) throws IOException;

        /** Makes durable what was written. */
        void force() throws IOException;

        /** There is nothing to write at the moment, and all that was written is durable. */
        default void idle() throws IOException {}
    }

    /** Hears of every commit; called on the writer's thread, must not block. */
    public interface Observer {
        /** One write and one fsync are done. */
        void committed(int batches, int records, long bytes, long forceNanos);
    }

    private final Sink<B> sink;
    private final StorageEngine.Listener listener;
    private final FailStop failStop;
    private final Observer observer;
    private final LongSupplier nanoClock;
    private final Queue<B> queue = new ConcurrentLinkedQueue<>();
    private final List<B> group = new ArrayList<>();
    private final boolean[] wake;

    // idle and the queue form a Dekker pair: the writer sets idle, then looks into the queue; a
    // shard offers to the queue, then looks at idle. Both accesses are volatile, so one of the two
    // sees the other.
    private volatile boolean idle;
    private volatile boolean stopping;
    private volatile @Nullable Thread thread;

    /**
     * Makes a writer without a thread.
     *
     * @param shards how many shards hand over batches
     * @param nanoClock monotonic nanoseconds, to measure the fsyncs
     */
    public GroupCommitWriter(
            Sink<B> sink,
            int shards,
            StorageEngine.Listener listener,
            FailStop failStop,
            Observer observer,
            LongSupplier nanoClock) {
        this.sink = sink;
        this.listener = listener;
        this.failStop = failStop;
        this.observer = observer;
        this.nanoClock = nanoClock;
        this.wake = new boolean[shards];
    }

    /** Hands over a batch. Batches of one shard become durable in the order of this call. */
    public void submit(B batch) {
        queue.add(batch);
        if (idle) {
            LockSupport.unpark(thread);
        }
    }

    /**
     * One round: takes what is there, makes it durable, wakes the shards.
     *
     * @return how many batches became durable; 0 when there was nothing to do, or after a failure
     */
    public int runOnce() {
        if (failStop.isFailed()) {
            return 0;
        }
        long bytes = 0;
        while (group.size() < GROUP_BATCHES_MAX && bytes < GROUP_BYTES_MAX) {
            B batch = queue.poll();
            if (batch == null) {
                break;
            }
            bytes += batch.bytes();
            group.add(batch);
        }
        int done = 0;
        try {
            if (group.isEmpty()) {
                sink.idle();
            }
            while (!group.isEmpty()) {
                done += commit();
            }
        } catch (IOException | RuntimeException e) {
            // Rule D4: what the disk holds now is unknown; it is neither retried nor reported.
            group.clear();
            failStop.fail(e);
        }
        return done;
    }

    private int commit() throws IOException {
        int written = sink.write(group);
        long start = nanoClock.getAsLong();
        sink.force();
        long forceNanos = nanoClock.getAsLong() - start;
        if (failStop.isFailed()) {
            throw new IOException("the store has failed", failStop.cause());
        }
        int records = 0;
        long bytes = 0;
        List<B> durable = group.subList(0, written);
        for (B batch : durable) {
            records += batch.records();
            bytes += batch.bytes();
            wake[batch.shard()] = true;
            batch.markDurable();
        }
        durable.clear();
        observer.committed(written, records, bytes, forceNanos);
        for (int shard = 0; shard < wake.length; shard++) {
            if (wake[shard]) {
                wake[shard] = false;
                listener.wake(shard);
            }
        }
        return written;
    }

    /** Starts a thread that commits as batches arrive and parks when there are none. */
    public void start(String name) {
        Thread created = new Thread(this::run, name);
        created.setDaemon(true);
        thread = created;
        created.start();
    }

    private void run() {
        while (!failStop.isFailed()) {
            if (runOnce() > 0) {
                continue;
            }
            if (stopping && queue.isEmpty()) {
                return;
            }
            idle = true;
            if (queue.isEmpty() && !stopping) {
                LockSupport.parkNanos(this, PARK_NANOS);
            }
            idle = false;
        }
    }

    /**
     * Commits what was submitted so far, then ends the thread if there is one.
     *
     * @param deadlineNanos how long to wait for that
     * @return whether everything submitted is durable
     */
    public boolean stop(long deadlineNanos) {
        stopping = true;
        Thread running = thread;
        if (running == null) {
            while (runOnce() > 0) {}
            return queue.isEmpty();
        }
        LockSupport.unpark(running);
        boolean interrupted = false;
        long end = System.nanoTime() + deadlineNanos;
        while (running.isAlive()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                break;
            }
            try {
                running.join(left);
            } catch (InterruptedException e) {
                interrupted = true;
                break;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !running.isAlive() && queue.isEmpty();
    }
}
