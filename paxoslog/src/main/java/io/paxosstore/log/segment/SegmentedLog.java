package io.paxosstore.log.segment;

import io.paxosstore.log.CommitCounters;
import io.paxosstore.log.FailStop;
import io.paxosstore.log.GroupCommitWriter;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A log that is being written: shards submit batches, the log writer commits them in groups to the
 * active segment, and full segments are left to the engine, which indexes and reclaims them.
 *
 * <p>{@link #submit} may be called by any thread. The log has one thread of its own, the writer,
 * unless it is stepped by {@link #runWriterOnce}; segments are made ahead by whoever runs the
 * engine's background work and steps the {@link #pool}.
 */
public final class SegmentedLog {
    /**
     * What a log takes from its engine.
     *
     * @param shards how many shards submit batches
     * @param segmentsAhead how many segments are kept prepared, at least 1
     * @param listener is woken when batches of a shard are durable
     * @param failStop stops the engine at the first error (Rule D4)
     * @param mayGrow whether there is room on the disk for another segment; if not, none is made
     *     ahead
     * @param commits hears of every group commit, on the writer's thread
     * @param nanoClock monotonic nanoseconds, to measure the fsyncs
     * @param poolDemand called when the pool has work again
     * @param sealed told of every segment that has ended, by the writer or by {@link #seal}
     */
    public record Host(
            int shards,
            int segmentsAhead,
            StorageEngine.Listener listener,
            FailStop failStop,
            BooleanSupplier mayGrow,
            GroupCommitWriter.Observer commits,
            LongSupplier nanoClock,
            Runnable poolDemand,
            Consumer<Segment> sealed) {}

    private final SegmentTable segments;
    private final SegmentPool pool;
    private final ActiveSegment active;
    private final GroupCommitWriter<RecordBatch> writer;
    private final CommitCounters commits;

    /**
     * Makes a log without a thread behind what a start has found.
     *
     * @param list the list of the segments that must be there
     */
    public SegmentedLog(FileSystem fs, SegmentRecovery found, SegmentList list, Host host) {
        SegmentSpec spec = found.spec();
        this.segments = found.segments();
        this.commits = new CommitCounters(host.commits());
        this.pool =
                new SegmentPool(
                        fs,
                        new SegmentPool.Spec(
                                spec.directory(),
                                spec.segmentBytes(),
                                host.segmentsAhead(),
                                id -> spec.header(id, SegmentHeader.Kind.LOG),
                                host.mayGrow()),
                        list,
                        found.nextId(),
                        host.failStop(),
                        host.poolDemand());
        this.active = new ActiveSegment(pool, segments, spec.segmentBytes(), host.sealed());
        this.writer =
                new GroupCommitWriter<>(
                        active,
                        host.shards(),
                        host.listener(),
                        host.failStop(),
                        commits,
                        host.nanoClock());
    }

    /** Takes over the files of earlier runs that wait for their next use, once all is in order. */
    public void takeOver(SegmentRecovery found) throws IOException {
        for (Path file : found.freeFiles()) {
            pool.adopt(file);
        }
        for (Segment segment : found.unusedSegments()) {
            retire(segment);
        }
    }

    /**
     * Closes a segment that no location refers to, takes it off the list durably, and keeps its
     * file for a later segment or deletes it, as one in which there is damage: the disk may refuse
     * to write there. Any thread.
     */
    public void retire(Segment segment) throws IOException {
        segments.remove(segment);
        segment.handle().close();
        if (segment.isDamaged()) {
            pool.delete(segment.id(), segment.file());
        } else {
            pool.retire(segment.id(), segment.file());
        }
    }

    /** Starts the log writer. */
    public void start(String threadName) {
        writer.start(threadName);
    }

    /** Hands over a batch. Batches of one shard become durable in the order of this call. */
    public void submit(RecordBatch batch) {
        writer.submit(batch);
    }

    /**
     * One round of the log writer, for logs without a thread.
     *
     * @return how many batches became durable
     */
    public int runWriterOnce() {
        return writer.runOnce();
    }

    /** Has the writer end the active segment, when it is idle or writes next. Any thread. */
    public void endSegmentWhenIdle() {
        active.endWhenIdle();
    }

    /** The segment that was written last, unless it has ended. For the writer's thread. */
    public @Nullable Segment activeSegment() {
        return active.segment();
    }

    /** The open segments. */
    public SegmentTable segments() {
        return segments;
    }

    /** Makes segments ahead, and takes back those that nobody needs. */
    public SegmentPool pool() {
        return pool;
    }

    /** What was committed since the start. */
    public CommitCounters commits() {
        return commits;
    }

    /**
     * Commits what was submitted so far, then ends the writer.
     *
     * @param deadlineNanos how long to wait for that
     * @return whether everything submitted is durable
     */
    public boolean stop(long deadlineNanos) {
        return writer.stop(deadlineNanos);
    }

    /** Seals the active segment if there is one; for a writer that has been stopped. */
    public void seal() throws IOException {
        active.seal();
    }

    /** Closes all files. */
    public void close() throws IOException {
        pool.close();
        segments.close();
    }
}
