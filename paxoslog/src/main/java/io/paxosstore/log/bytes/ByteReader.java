package io.paxosstore.log.bytes;

import java.util.Arrays;

/**
 * Reads what {@link ByteWriter} wrote. Every length is checked against what is left, so that wrong
 * bytes end in a {@link MalformedRecordException} and allocate nothing.
 */
public final class ByteReader {
    private final byte[] bytes;
    private int position;

    /** A reader of all the bytes. */
    public ByteReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /** How many bytes are left. */
    public int remaining() {
        return bytes.length - position;
    }

    /** A byte, 0 to 255. */
    public int getByte() {
        need(1);
        return bytes[position++] & 0xff;
    }

    /** A number of four bytes. */
    public int getInt() {
        need(Integer.BYTES);
        int value = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            value = value << 8 | (bytes[position++] & 0xff);
        }
        return value;
    }

    /** A number of eight bytes. */
    public long getLong() {
        need(Long.BYTES);
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = value << 8 | (bytes[position++] & 0xff);
        }
        return value;
    }

    /** An unsigned number. */
    public long getVarint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int b = getByte();
            value |= (b & 0x7fL) << shift;
            if (b < 0x80) {
                return value;
            }
        }
        throw new MalformedRecordException("A number has more than 64 bits.");
    }

    /** A number of things of at least one byte each. */
    public int getCount() {
        long count = getVarint();
        if (count < 0 || count > remaining()) {
            throw new MalformedRecordException(
                    "A length or count of "
                            + Long.toUnsignedString(count)
                            + " is followed by "
                            + remaining()
                            + " bytes.");
        }
        return (int) count;
    }

    /** Bytes after their length. */
    public byte[] getBytes() {
        return getRaw(getCount());
    }

    /** So many bytes. */
    public byte[] getRaw(int count) {
        need(count);
        byte[] content = Arrays.copyOfRange(bytes, position, position + count);
        position += count;
        return content;
    }

    /** The next byte, 0 to 255, which is not taken. */
    public int peekByte() {
        need(1);
        return bytes[position] & 0xff;
    }

    /** Leaves so many bytes out. */
    public void skip(int count) {
        need(count);
        position += count;
    }

    /** All bytes that are left. */
    public byte[] getRest() {
        return getRaw(remaining());
    }

    /** Checks that nothing is left. */
    public void end() {
        if (remaining() > 0) {
            throw new MalformedRecordException(
                    "There are " + remaining() + " bytes after the last field.");
        }
    }

    private void need(int count) {
        if (remaining() < count) {
            throw new MalformedRecordException(
                    "A field of "
                            + count
                            + " bytes begins "
                            + remaining()
                            + " bytes before the end.");
        }
    }
}
