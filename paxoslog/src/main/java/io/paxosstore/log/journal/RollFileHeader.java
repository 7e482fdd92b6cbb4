package io.paxosstore.log.journal;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The first block of a roll file.
 *
 * <pre>
 *  0  u64 magic "PXSJRNL1"
 *  8  u32 format version
 * 12  u64 file id
 * 20  128 bits, the store's UUID
 * 36  u32 file size in bytes
 * 40  u32 CRC32C of bytes 0 to 39
 * </pre>
 *
 * <p>Big-endian; the block's rest is zero. Records begin at {@link #BYTES}.
 */
record RollFileHeader(long id, UUID store, int fileBytes) {
    /** One page, so that writing records never writes the header again. */
    static final int BYTES = 4096;

    static final int FORMAT_VERSION = 1;

    private static final long MAGIC = 0x5058534a524e4c31L;
    private static final int CHECKED_BYTES = 40;

    ByteBuffer encode() {
        ByteBuffer block = ByteBuffer.allocate(BYTES);
        block.putLong(MAGIC).putInt(FORMAT_VERSION).putLong(id);
        block.putLong(store.getMostSignificantBits()).putLong(store.getLeastSignificantBits());
        block.putInt(fileBytes);
        block.putInt(checksum(block.array()));
        return block.clear();
    }

    /** Null when the block is damaged or of another format. */
    static @Nullable RollFileHeader decode(byte[] block) {
        ByteBuffer in = ByteBuffer.wrap(block);
        if (in.remaining() < CHECKED_BYTES + Integer.BYTES
                || in.getInt(CHECKED_BYTES) != checksum(block)
                || in.getLong() != MAGIC
                || in.getInt() != FORMAT_VERSION) {
            return null;
        }
        return new RollFileHeader(in.getLong(), new UUID(in.getLong(), in.getLong()), in.getInt());
    }

    private static int checksum(byte[] block) {
        CRC32C crc = new CRC32C();
        crc.update(block, 0, CHECKED_BYTES);
        return (int) crc.getValue();
    }
}
