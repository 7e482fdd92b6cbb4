package io.paxosstore.bitcask;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The first block of a segment file.
 *
 * <pre>
 *  0  u64 magic "PXSSEG01"
 *  8  u32 format version
 * 12  u32 kind: 0 log, 1 merged
 * 16  u64 segment id
 * 24  128 bits, the store's UUID
 * 40  u32 segment size in bytes
 * 44  u32 CRC32C of bytes 0 to 43
 * </pre>
 *
 * <p>Big-endian; the block's rest is zero. Records begin at {@link #BYTES}.
 */
record SegmentHeader(long id, Kind kind, UUID store, int segmentBytes) {
    /** One page, so that writing records never writes the header again. */
    static final int BYTES = 4096;

    static final int FORMAT_VERSION = 1;

    private static final long MAGIC = 0x5058535345473031L;
    private static final int CHECKED_BYTES = 44;

    /** Who writes a segment. */
    enum Kind {
        LOG(0),
        MERGED(1);

        private final int code;

        Kind(int code) {
            this.code = code;
        }
    }

    ByteBuffer encode() {
        ByteBuffer block = ByteBuffer.allocate(BYTES);
        block.putLong(MAGIC).putInt(FORMAT_VERSION).putInt(kind.code).putLong(id);
        block.putLong(store.getMostSignificantBits()).putLong(store.getLeastSignificantBits());
        block.putInt(segmentBytes);
        block.putInt(checksum(block.array()));
        return block.clear();
    }

    /** Null when the block is damaged or of another format. */
    static @Nullable SegmentHeader decode(byte[] block) {
        ByteBuffer in = ByteBuffer.wrap(block);
        if (in.remaining() < CHECKED_BYTES + Integer.BYTES
                || in.getInt(CHECKED_BYTES) != checksum(block)
                || in.getLong() != MAGIC
                || in.getInt() != FORMAT_VERSION) {
            return null;
        }
        int code = in.getInt();
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

    private static int checksum(byte[] block) {
        CRC32C crc = new CRC32C();
        crc.update(block, 0, CHECKED_BYTES);
        return (int) crc.getValue();
    }
}
