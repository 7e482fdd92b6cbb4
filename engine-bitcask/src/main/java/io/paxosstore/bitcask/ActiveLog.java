package io.paxosstore.bitcask;

import io.paxosstore.log.GroupCommitWriter;
import io.paxosstore.log.SegmentPool;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/**
 * The end of the log: places batches in the active segment and goes on to the next one when it is
 * full. Used by the log writer only.
 *
 * <p>All that was written before a seal, and before the first record of the next segment, has been
 * forced: recovery relies on it (see {@link SegmentScanner}).
 */
final class ActiveLog implements GroupCommitWriter.Sink<RecordBatch> {
    private final SegmentPool pool;
    private final SegmentTable segments;
    private final int segmentBytes;
    private final Consumer<Segment> sealed;
    private final ByteBuffer[] sources = new ByteBuffer[GroupCommitWriter.GROUP_BATCHES_MAX];
    private @Nullable Segment active;
    private long records;

    /**
     * Starts without a segment; the first write takes one.
     *
     * @param sealed told of every segment that is full
     */
    ActiveLog(SegmentPool pool, SegmentTable segments, int segmentBytes, Consumer<Segment> sealed) {
        this.pool = pool;
        this.segments = segments;
        this.segmentBytes = segmentBytes;
        this.sealed = sealed;
    }

    @Override
    public int write(List<RecordBatch> group) throws IOException {
        Segment segment = segmentFor(group.get(0).bytes());
        int begin = segment.end();
        int end = begin;
        int count = 0;
        for (RecordBatch batch : group) {
            if (!fits(end, batch.bytes())) {
                break;
            }
            ByteBuffer buffer = batch.buffer();
            RecordFormat.place(buffer, segment.id(), end, count == 0);
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

    private boolean fits(int end, int bytes) {
        return bytes <= segmentBytes - RecordFormat.SEAL_BYTES - end;
    }

    private Segment segmentFor(int bytes) throws IOException {
        Segment segment = active;
        if (segment != null && fits(segment.end(), bytes)) {
            return segment;
        }
        seal();
        SegmentPool.Prepared next = pool.take();
        segment = new Segment(next.id(), next.file(), SegmentHeader.Kind.LOG, next.handle());
        segments.add(segment);
        active = segment;
        records = 0;
        return segment;
    }

    /** Seals the active segment, whose content has been forced, if there is one. */
    void seal() throws IOException {
        Segment segment = active;
        if (segment != null) {
            active = null;
            ByteBuffer seal = RecordFormat.seal(segment.id(), segment.end(), records);
            segment.handle().write(seal, segment.end());
            segment.handle().force();
            segment.setSealed();
            sealed.accept(segment);
        }
    }
}
