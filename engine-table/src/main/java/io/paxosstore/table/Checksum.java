package io.paxosstore.table;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The checksum of a record that begins with {@code u8 format | u32 CRC32C of all that follows}. */
final class Checksum {
    /** How many bytes come before what it covers. */
    static final int HEAD_BYTES = 1 + Integer.BYTES;

    private static final int AT = 1;

    private Checksum() {}

    /** Puts the checksum into a record that is otherwise complete. */
    static void put(byte[] record) {
        ByteBuffer.wrap(record).putInt(AT, of(record));
    }

    /** Whether a record is as it was written. */
    static boolean isRight(byte[] record, int format) {
        return record.length > HEAD_BYTES
                && record[0] == format
                && ByteBuffer.wrap(record).getInt(AT) == of(record);
    }

    private static int of(byte[] record) {
        CRC32C crc = new CRC32C();
        crc.update(record, HEAD_BYTES, record.length - HEAD_BYTES);
        return (int) crc.getValue();
    }
}
