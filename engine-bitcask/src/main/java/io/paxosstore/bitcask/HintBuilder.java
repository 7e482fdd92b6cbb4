package io.paxosstore.bitcask;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.DamageLog;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.DiskRoom;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.segment.Segment;
import io.paxosstore.log.segment.SegmentHeader;
import io.paxosstore.log.segment.SegmentScanner;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Writes the hint files of sealed segments, in the background, slice by slice. A segment with
 * damage gets none, so that every start finds the damage again. Waits while the disk is full.
 */
final class HintBuilder {
    /** How much of a segment is treated at once, or less where segments are small. */
    private static final int SLICE_BYTES = 256 << 10;

    private static final int SLICES_MIN = 8;

    /** With more segments than this to be read, hints are behind. */
    private static final int WAITING_SEGMENTS_MAX = 2;

    private static final Logger LOG = LoggerFactory.getLogger(HintBuilder.class);

    private final FileSystem fs;
    private final DamageLog damage;
    private final Consumer<DamageSearch> searches;
    private final DiskRoom room;
    private final FailStop failStop;
    private final LongSupplier nanoClock;
    private long notBeforeNanos;

    // Bounded by the number of segments.
    private final Queue<Segment> queue = new ConcurrentLinkedQueue<>();
    private @Nullable Job job;

    // For all files: a file takes seconds, and what is not young any more stays for minutes.
    private final byte[] scannerMemory = new byte[SLICE_BYTES];
    private final byte[] writerMemory = new byte[HintWriter.MEMORY_BYTES];

    /** A hint file under way. */
    private record Job(Segment segment, HintWriter writer, SegmentScanner scanner) {}

    HintBuilder(
            FileSystem fs,
            DamageLog damage,
            Consumer<DamageSearch> searches,
            DiskRoom room,
            FailStop failStop,
            LongSupplier nanoClock) {
        this.fs = fs;
        this.damage = damage;
        this.searches = searches;
        this.room = room;
        this.failStop = failStop;
        this.nanoClock = nanoClock;
        this.notBeforeNanos = nanoClock.getAsLong();
    }

    /** Wants a hint file for a sealed segment. Called by any thread. */
    void add(Segment segment) {
        queue.add(segment);
    }

    /** Whether segments have been sealed faster than their hint files were written. */
    boolean isBehind() {
        return queue.size() > WAITING_SEGMENTS_MAX && isDue();
    }

    /** Does a slice of a hint file; returns 1 when there was one to write, else 0. */
    int runOnce() {
        if (job == null && (room.room() == Room.NONE || !isDue() || !begin())) {
            return 0;
        }
        return advance() ? 1 : 0;
    }

    private boolean isDue() {
        return nanoClock.getAsLong() - notBeforeNanos >= 0;
    }

    /** Writes all that are wanted, as far as there is room. */
    void finish() {
        boolean isRoom = true;
        while (isRoom && (job != null || (room.room() != Room.NONE && begin()))) {
            isRoom = advance();
        }
    }

    private boolean begin() {
        Segment segment = queue.poll();
        if (segment == null) {
            return false;
        }
        try {
            HintWriter writer = HintWriter.create(fs, segment, segment.end(), writerMemory);
            int size = segment.end() + RecordFormat.SEAL_BYTES;
            SegmentScanner scanner =
                    new SegmentScanner(segment, SegmentHeader.BYTES, size, scannerMemory);
            job = new Job(segment, writer, scanner);
        } catch (IOException e) {
            failed(segment, e);
        }
        return job != null;
    }

    /** Does a slice; false when the disk is full. */
    private boolean advance() {
        Job now = Objects.requireNonNull(job);
        try {
            SegmentScanner.Result result =
                    now.scanner.scanSome(
                            Math.min(SLICE_BYTES, now.segment.end() / SLICES_MIN),
                            now.writer::add,
                            found ->
                                    damaged(
                                            now.segment,
                                            DamageReport.of(now.segment.file(), found)));
            now.writer.sync(failStop);
            if (result == null) {
                return true;
            }
            if (result.damaged() || !result.sealed()) {
                now.segment.setDamaged();
            } else {
                now.writer.finish(failStop);
            }
            job = null;
            now.writer.close();
            return true;
        } catch (IOException e) {
            job = null;
            abandon(now.writer);
            return failed(now.segment, e);
        }
    }

    /** Gives up what is under way: a store that has failed writes nothing more. */
    void close() {
        Job now = job;
        job = null;
        if (now != null) {
            abandon(now.writer);
        }
    }

    private static void abandon(HintWriter writer) {
        try {
            writer.close();
        } catch (IOException e) {
            LOG.warn("storage.hint.left", e);
        }
    }

    /** A hint only makes the next start faster. Returns false when to try again later. */
    private boolean failed(Segment segment, IOException e) {
        LOG.warn("storage.hint.failed segment={}", segment.file(), e);
        if (!failStop.isFailed() && room.isPassing(e)) {
            queue.add(segment);
            notBeforeNanos = nanoClock.getAsLong() + DiskRoom.RETRY_NANOS;
            return false;
        }
        return true;
    }

    private void damaged(Segment segment, DamageReport report) {
        damage.add(report);
        int from = (int) report.offset();
        int bytes = (int) Math.max(Location.ALIGNMENT, report.bytes());
        searches.accept(new DamageSearch(segment, from, from + bytes));
    }
}
