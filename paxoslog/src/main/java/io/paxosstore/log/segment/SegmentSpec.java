package io.paxosstore.log.segment;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.UUID;

/**
 * What the segments of a log are.
 *
 * @param directory where they lie
 * @param store whose they are; those of another store are not read
 * @param segmentBytes the size of every preallocated one
 */
public record SegmentSpec(Path directory, SegmentFormat format, UUID store, int segmentBytes) {
    /** The header of a segment. */
    public ByteBuffer header(long id, SegmentHeader.Kind kind) {
        return new SegmentHeader(id, kind, store, segmentBytes).encode(format);
    }
}
