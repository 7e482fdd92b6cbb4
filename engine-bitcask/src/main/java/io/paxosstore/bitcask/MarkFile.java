package io.paxosstore.bitcask;

import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.log.segment.Segment;
import io.paxosstore.log.segment.SegmentHeader;
import io.paxosstore.log.segment.SegmentPool;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The file of marks of a segment: {@link MarkPage pages}, each at the place of its number, written
 * in place and without a sync. A page that is missing or does not check has no marks: then the
 * others are asked what was chosen, as if there had never been any (Rule D3).
 */
final class MarkFile implements AutoCloseable {
    static final String SUFFIX = ".marks";

    private final FileHandle handle;
    private final long segmentId;
    private final int first;
    private final ByteBuffer bytes = ByteBuffer.allocate(MarkPage.BYTES);

    private MarkFile(FileHandle handle, long segmentId, int first) {
        this.handle = handle;
        this.segmentId = segmentId;
        this.first = first;
    }

    static Path fileOf(Path segment) {
        return SegmentPool.beside(segment, SUFFIX);
    }

    /** The file of a segment; null if there is none. */
    static @Nullable MarkFile find(FileSystem fs, Segment segment) throws IOException {
        Path file = fileOf(segment.file());
        return fs.exists(file) ? open(fs, segment, OpenMode.READ) : null;
    }

    /** The file of a segment, made if there is none. */
    static MarkFile openOrCreate(FileSystem fs, Segment segment) throws IOException {
        Path file = fileOf(segment.file());
        return open(fs, segment, fs.exists(file) ? OpenMode.WRITE : OpenMode.CREATE);
    }

    private static MarkFile open(FileSystem fs, Segment segment, OpenMode mode) throws IOException {
        ByteBuffer first = ByteBuffer.allocate(Integer.BYTES);
        if (!segment.handle().fill(first, SegmentHeader.BYTES)) {
            throw new IOException(segment.file() + " has no record");
        }
        FileHandle handle = fs.open(fileOf(segment.file()), mode);
        return new MarkFile(handle, segment.id(), first.getInt(0));
    }

    /** A page; null if it is not there, damaged, or of another segment. */
    @Nullable MarkPage read(int number) throws IOException {
        return handle.fill(bytes.clear(), (long) number * MarkPage.BYTES)
                ? MarkPage.decode(bytes, segmentId, number, first)
                : null;
    }

    /** Writes a page, with what its place in the file has of older marks. */
    void write(MarkPage page) throws IOException {
        MarkPage older = read(page.number());
        if (older != null) {
            page.add(older);
        }
        handle.write(page.encode(first), (long) page.number() * MarkPage.BYTES);
    }

    @Override
    public void close() throws IOException {
        handle.close();
    }
}
