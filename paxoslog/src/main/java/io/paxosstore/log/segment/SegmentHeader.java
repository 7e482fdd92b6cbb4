package io.paxosstore.log.segment;

import io.paxosstore.log.fs.FileHandle;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The first block of a segment file.
 *
 * <pre>
 * u64 magic of the log's format
 * u32 format version
 * u32 kind: 0 log, 1 merged; only where the format states the kind
 * u64 segment id
 * 128 bits, the store's UUID
 * u32 segment size in bytes
 * u32 CRC32C of everything before
 * </pre>
 *
 * <p>Big-endian; the block's rest is zero. Records begin at {@link #BYTES}.
 */
public record SegmentHeader(long id, Kind kind, UUID store, int segmentBytes) {
    /** One page, so that writing records never writes the header again. */
    public static final int BYTES = 4096;

    /** Everything before the checksum but the kind. */
    private static final int PLAIN_BYTES = 40;

    /** Who writes a segment. */
    public enum Kind {
        /** The log writer. */
        LOG(0),
        /** The background work, which copies live records. */
        MERGED(1);

        private final int code;

        Kind(int code) {
            this.code = code;
        }
    }

    /** The block, ready to be written. */
    public ByteBuffer encode(SegmentFormat format) {
        ByteBuffer block = ByteBuffer.allocate(BYTES);
        block.putLong(format.magic()).putInt(SegmentFormat.FORMAT_VERSION);
        if (format.statesKind()) {
            block.putInt(kind.code);
        }
        block.putLong(id);
        block.putLong(store.getMostSignificantBits()).putLong(store.getLeastSignificantBits());
        block.putInt(segmentBytes);
        block.putInt(checksum(block.array(), block.position()));
        return block.clear();
    }

    /**
     * Reads the header of an open file; null when it is damaged, cut off or of another format, or
     * the disk does not give it.
     */
    public static @Nullable SegmentHeader read(FileHandle handle, SegmentFormat format) {
        ByteBuffer block = ByteBuffer.allocate(BYTES);
        try {
            return handle.fill(block, 0) ? decode(block.array(), format) : null;
        } catch (IOException e) { // no worse than damage: the records check without it
            return null;
        }
    }

    /** Null when the block is damaged or of another format. */
    public static @Nullable SegmentHeader decode(byte[] block, SegmentFormat format) {
        ByteBuffer in = ByteBuffer.wrap(block);
        int checked = PLAIN_BYTES + (format.statesKind() ? Integer.BYTES : 0);
        if (in.remaining() < checked + Integer.BYTES
                || in.getInt(checked) != checksum(block, checked)
                || in.getLong() != format.magic()
                || in.getInt() != SegmentFormat.FORMAT_VERSION) {
            return null;
        }
        int code = format.statesKind() ? in.getInt() : Kind.LOG.code;
        long id = in.getLong();
        UUID store = new UUID(in.getLong(), in.getLong());
        int segmentBytes = in.getInt();
        for (Kind kind : Kind.values()) {
            if (kind.code == code) {
                return new SegmentHeader(id, kind, store, segmentBytes);
            }
        }
        return null;
    }

    private static int checksum(byte[] block, int length) {
        CRC32C crc = new CRC32C();
        crc.update(block, 0, length);
        return (int) crc.getValue();
    }
}
