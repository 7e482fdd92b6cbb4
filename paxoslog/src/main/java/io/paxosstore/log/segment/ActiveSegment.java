package io.paxosstore.log.segment;

import io.paxosstore.log.GroupCommitWriter;
import io.paxosstore.log.record.RecordFormat;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/**
 * The end of the log: places batches in the active segment and goes on to the next one when it is
 * full, or is to end. Used by the log writer only, but for {@link #endWhenIdle}.
 *
 * <p>All that was written before a seal, and before the first record of the next segment, has been
 * forced: recovery relies on it (see {@link SegmentScanner}).
 */
final class ActiveSegment implements GroupCommitWriter.Sink<RecordBatch> {
    private final SegmentPool pool;
    private final SegmentTable segments;
    private final int segmentBytes;
    private final Consumer<Segment> sealed;
    private final ByteBuffer[] sources = new ByteBuffer[GroupCommitWriter.GROUP_BATCHES_MAX];
    private @Nullable Segment active;
    private long records;

    // Whether a mark has been written behind the last forced byte.
    private boolean marked;

    // Set by whoever wants the segment to end, cleared by the writer.
    private volatile boolean endWanted;

    /**
     * Starts without a segment; the first write takes one.
     *
     * @param sealed told of every segment that has ended
     */
    ActiveSegment(
            SegmentPool pool, SegmentTable segments, int segmentBytes, Consumer<Segment> sealed) {
        this.pool = pool;
        this.segments = segments;
        this.segmentBytes = segmentBytes;
        this.sealed = sealed;
    }

    /** The segment that was written last, unless it has ended. */
    @Nullable Segment segment() {
        return active;
    }

    @Override
    public int write(List<RecordBatch> group) throws IOException {
        Segment segment = segmentFor(group.get(0).bytes());
        int begin = segment.end();
        int end = begin;
        int count = 0;
        boolean begun = marked;
        marked = false;
        for (RecordBatch batch : group) {
            if (!fits(end, batch.bytes())) {
                break;
            }
            ByteBuffer buffer = batch.buffer();
            RecordFormat.place(buffer, segment.id(), end, count == 0 && !begun);
            batch.place(segment, end);
            segment.undrained().incrementAndGet();
            sources[count++] = buffer;
            end += batch.bytes();
            records += batch.records();
        }
        segment.handle().write(sources, count, begin);
        segment.setEnd(end);
        return count;
    }

    @Override
    public void force() throws IOException {
        Segment segment = active;
        if (segment != null) {
            segment.handle().force();
        }
    }

    /**
     * Says in the log that all that was written is durable, so that a start can tell damage to the
     * last write from a torn write. The mark is not forced: it is the begin of the next write.
     */
    @Override
    public void idle() throws IOException {
        if (endWanted) {
            seal();
        }
        Segment segment = active;
        if (segment != null && !marked && fits(segment.end(), RecordFormat.SEAL_BYTES)) {
            int end = segment.end();
            segment.handle().write(RecordFormat.mark(segment.id(), end, records), end);
            segment.setEnd(end + RecordFormat.SEAL_BYTES);
            marked = true;
        }
    }

    /** Has the writer end the segment, when it is idle or writes next. Any thread. */
    void endWhenIdle() {
        endWanted = true;
    }

    private boolean fits(int end, int bytes) {
        return bytes <= segmentBytes - RecordFormat.SEAL_BYTES - end;
    }

    private Segment segmentFor(int bytes) throws IOException {
        Segment segment = active;
        if (segment != null && !endWanted && fits(segment.end(), bytes)) {
            return segment;
        }
        seal();
        SegmentPool.Prepared next = pool.take();
        segment =
                new Segment(
                        next.id(),
                        next.file(),
                        next.handle(),
                        SegmentHeader.Kind.LOG,
                        segmentBytes);
        segments.add(segment);
        active = segment;
        records = 0;
        marked = false;
        return segment;
    }

    /** Seals the active segment, whose content has been forced, if there is one. */
    void seal() throws IOException {
        endWanted = false;
        Segment segment = active;
        if (segment != null) {
            active = null;
            if (marked) {
                // The mark may not be durable, and what a seal follows must be.
                segment.setEnd(segment.end() - RecordFormat.SEAL_BYTES);
                marked = false;
            }
            ByteBuffer seal = RecordFormat.seal(segment.id(), segment.end(), records);
            segment.handle().write(seal, segment.end());
            segment.handle().force();
            segment.setSealed();
            sealed.accept(segment);
        }
    }
}
