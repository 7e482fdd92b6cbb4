package io.paxosstore.bitcask;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.StorageEngine.Room;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.record.SegmentScanner;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Writes the hint files of sealed segments, in the background. A segment with damage gets none, so
 * that every start finds the damage again. Waits while the disk is full.
 */
final class HintBuilder {
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

    /** Writes one hint file; returns 1 when there was one to write, else 0. */
    int runOnce() {
        if (room.room() == Room.NONE || nanoClock.getAsLong() - notBeforeNanos < 0) {
            return 0;
        }
        return write() ? 1 : 0;
    }

    /** Writes all that are wanted, as far as there is room. */
    void finish() {
        while (room.room() != Room.NONE && write()) {}
    }

    private boolean write() {
        Segment segment = queue.poll();
        if (segment == null) {
            return false;
        }
        try (HintWriter writer = HintWriter.create(fs, segment, segment.end())) {
            SegmentScanner scanner =
                    new SegmentScanner(segment, segment.end() + RecordFormat.SEAL_BYTES);
            SegmentScanner.Result result =
                    scanner.scan(
                            SegmentHeader.BYTES,
                            writer::add,
                            found -> damaged(segment, DamageReport.of(segment.file(), found)));
            if (result.damaged() || !result.sealed()) {
                segment.setDamaged();
            } else {
                writer.finish(failStop);
            }
        } catch (IOException e) {
            // A hint only makes the next start faster.
            LOG.warn("storage.hint.failed segment={}", segment.file(), e);
            if (!failStop.isFailed() && room.isFull(e)) {
                queue.add(segment);
                notBeforeNanos = nanoClock.getAsLong() + DiskRoom.RETRY_NANOS;
                return false;
            }
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
