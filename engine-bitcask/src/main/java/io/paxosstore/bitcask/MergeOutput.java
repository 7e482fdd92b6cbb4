package io.paxosstore.bitcask;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.fs.AtomicFile;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.segment.Segment;
import io.paxosstore.log.segment.SegmentHeader;
import io.paxosstore.log.segment.SegmentPool;
import io.paxosstore.log.segment.SegmentSpec;
import io.paxosstore.log.segment.SegmentedLog;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The segment that merge writes to: a plain file that grows, since merge does not wait for its
 * fsyncs. Used by the background thread only.
 */
final class MergeOutput {
    private final FileSystem fs;
    private final SegmentSpec spec;
    private final SegmentedLog log;
    private final SegmentPool.Registry registry;
    private final FailStop failStop;
    private final Consumer<Segment> sealed;
    private @Nullable Segment active;
    private long records;
    private int provenEnd;

    MergeOutput(
            FileSystem fs,
            SegmentSpec spec,
            SegmentedLog log,
            SegmentPool.Registry registry,
            FailStop failStop,
            Consumer<Segment> sealed) {
        this.fs = fs;
        this.spec = spec;
        this.log = log;
        this.registry = registry;
        this.failStop = failStop;
        this.sealed = sealed;
    }

    /**
     * Appends the records in the buffer, which are not masked yet, durably.
     *
     * @return the segment they went to; they begin where it ended before
     */
    Segment append(ByteBuffer copies, int count) throws IOException {
        Segment segment = active;
        int room = spec.segmentBytes() - RecordFormat.SEAL_BYTES;
        if (segment != null && copies.limit() > room - segment.end()) {
            seal();
            segment = null;
        }
        if (segment == null) {
            segment = create();
            active = segment;
            records = 0;
            provenEnd = segment.end();
        }
        int begin = segment.end();
        RecordFormat.place(copies, segment.id(), begin, true);
        int length = copies.limit();
        try {
            segment.handle().write(copies, begin);
        } catch (IOException e) {
            // The disk is full, perhaps: give back what was written of it.
            segment.handle().truncate(begin);
            throw e;
        }
        failStop.guard(segment.handle()::force);
        segment.setEnd(begin + length);
        records += count;
        return segment;
    }

    private Segment create() throws IOException {
        long id = log.pool().newId();
        Path file = spec.directory().resolve(SegmentPool.fileName(id));
        Path temporary = file.resolveSibling(file.getFileName() + AtomicFile.TEMPORARY_SUFFIX);
        FileHandle handle = fs.open(temporary, OpenMode.CREATE);
        Path made = temporary;
        try {
            handle.write(spec.header(id, SegmentHeader.Kind.MERGED), 0);
            failStop.guard(handle::force);
            fs.rename(temporary, file);
            made = file;
            failStop.guard(() -> fs.syncDirectory(spec.directory()));
            registry.created(id);
        } catch (IOException e) {
            handle.close();
            fs.delete(made);
            throw e;
        }
        Segment segment =
                new Segment(id, file, handle, SegmentHeader.Kind.MERGED, SegmentHeader.BYTES);
        log.segments().add(segment);
        return segment;
    }

    /**
     * Proves in the file, durably, that all copies so far are durable, so that a start can tell
     * damage to the last of them from a torn write. To be called before their originals go.
     */
    void prove() throws IOException {
        Segment segment = active;
        int room = spec.segmentBytes() - RecordFormat.SEAL_BYTES;
        if (segment == null || segment.end() == provenEnd) {
            return;
        }
        if (RecordFormat.SEAL_BYTES > room - segment.end()) {
            seal();
            return;
        }
        int end = segment.end();
        segment.handle().write(RecordFormat.mark(segment.id(), end, records), end);
        failStop.guard(segment.handle()::force);
        provenEnd = end + RecordFormat.SEAL_BYTES;
        segment.setEnd(provenEnd);
    }

    /** Ends the current segment if there is one. */
    void seal() throws IOException {
        Segment segment = active;
        if (segment != null) {
            segment.handle()
                    .write(RecordFormat.seal(segment.id(), segment.end(), records), segment.end());
            failStop.guard(segment.handle()::force);
            active = null;
            segment.setSealed();
            sealed.accept(segment);
        }
    }
}
