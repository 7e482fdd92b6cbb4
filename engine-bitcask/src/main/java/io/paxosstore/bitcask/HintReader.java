package io.paxosstore.bitcask;

import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.record.RecordHead;
import io.paxosstore.log.record.VarintReader;
import io.paxosstore.log.segment.FileWindow;
import io.paxosstore.log.segment.SegmentHeader;

import java.io.IOException;
import java.nio.file.Path;

/** Reads a hint file; the format is described at {@link HintWriter}. */
final class HintReader {
    /** Takes what the hint file says of a record. */
    @FunctionalInterface
    interface Visitor {
        /** The head, with the key at its place in the bytes; both valid during the call. */
        void record(RecordHead head, byte[] bytes, int offset, int paddedLength);
    }

    private HintReader() {}

    /**
     * Reads the hint file of a segment, if there is an intact one.
     *
     * <p>A damaged file may be noticed after some of its records were visited already; visiting
     * them again from the segment does no harm.
     *
     * @return where the segment's records end; -1 if the file is damaged or of another segment, or
     *     the disk does not give it
     * @throws IOException if it cannot be opened
     */
    static int read(FileSystem fs, Path file, long segmentId, Visitor visitor) throws IOException {
        try (FileHandle handle = fs.open(file, OpenMode.READ)) {
            int size = (int) Math.min(Integer.MAX_VALUE, handle.size());
            return read(new FileWindow(handle, size), size, segmentId, visitor);
        }
    }

    private static int read(FileWindow window, int size, long segmentId, Visitor visitor) {
        if (size < HintWriter.HEADER_BYTES) {
            return -1;
        }
        try {
            int at = window.at(0, HintWriter.HEADER_BYTES);
            byte[] bytes = window.bytes();
            int checked = HintWriter.HEADER_BYTES - Integer.BYTES;
            if (VarintReader.getInt(bytes, at + checked) != HintWriter.checksum(bytes, at, checked)
                    || VarintReader.getLong(bytes, at) != HintWriter.MAGIC
                    || VarintReader.getInt(bytes, at + 8) != HintWriter.FORMAT_VERSION
                    || VarintReader.getLong(bytes, at + 12) != segmentId) {
                return -1;
            }
            int end = VarintReader.getInt(bytes, at + 20);
            int last = readBlocks(window, size, visitor);
            return last >= 0 && last <= end ? end : -1;
        } catch (IOException e) { // no worse than damage: all that it says is in the segment
            return -1;
        }
    }

    private static int readBlocks(FileWindow window, int size, Visitor visitor) throws IOException {
        RecordHead head = new RecordHead();
        VarintReader in = new VarintReader();
        int at = HintWriter.HEADER_BYTES;
        int end = SegmentHeader.BYTES;
        while (size - at >= HintWriter.BLOCK_HEADER_BYTES) {
            int index = window.at(at, HintWriter.BLOCK_HEADER_BYTES);
            int length = VarintReader.getInt(window.bytes(), index);
            if (length < 0 || length > HintWriter.BLOCK_BYTES_MAX) {
                return -1;
            }
            int whole = HintWriter.BLOCK_HEADER_BYTES + length;
            index = window.at(at, whole);
            byte[] bytes = window.bytes();
            if (window.limit() - index < whole
                    || VarintReader.getInt(bytes, index + 4)
                            != HintWriter.blockChecksum(bytes, index, length)) {
                return -1;
            }
            if (length == 0) {
                return end;
            }
            in.reset(bytes, index + HintWriter.BLOCK_HEADER_BYTES, index + whole);
            while (in.position() < index + whole) {
                end = readRecord(in, head, bytes, end, visitor);
                if (end < 0) {
                    return -1;
                }
            }
            at += whole;
        }
        return -1;
    }

    private static int readRecord(
            VarintReader in, RecordHead head, byte[] bytes, int previousEnd, Visitor visitor) {
        int offset = previousEnd + (in.varint32() << 3);
        int paddedLength = in.varint32() << 3;
        int flags = in.varint32();
        int keyLength = in.varint32();
        int space = in.varint32();
        long entry = in.varint();
        long version = entry - RecordFormat.unzigzag(in.varint());
        long promised = in.varint();
        long accepted = in.varint();
        long stamp = (flags & RecordFormat.FLAG_STAMPED) != 0 ? in.varint() : 0;
        int tenure = (flags & RecordFormat.FLAG_TENURED) != 0 ? in.varint32() : 0;
        int keyAt = in.position();
        in.skip(keyLength);
        if (in.failed()) {
            return -1;
        }
        head.hinted(
                flags, space, keyAt, keyLength, entry, version, promised, accepted, stamp, tenure);
        visitor.record(head, bytes, offset, paddedLength);
        return offset + paddedLength;
    }
}
