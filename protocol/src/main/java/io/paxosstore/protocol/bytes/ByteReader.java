package io.paxosstore.protocol.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what {@link ByteWriter} wrote. Every length is checked against what is left, so that wrong
 * bytes end in a {@link MalformedBytesException} and allocate nothing. Not thread-safe.
 */
public final class ByteReader {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes = {};
    private int at;
    private int end;

    /** A reader of nothing, until it is {@link #reset}. */
    public ByteReader() {}

    /** A reader of a whole array. */
    public static ByteReader of(byte[] bytes) {
        return new ByteReader().reset(bytes, 0, bytes.length);
    }

    /** Turns to another range; the array is read in place. */
    public ByteReader reset(byte[] source, int offset, int length) {
        bytes = source;
        at = offset;
        end = offset + length;
        return this;
    }

    /** How many bytes are left. */
    public int remaining() {
        return end - at;
    }

    /** A byte, 0 to 255. */
    public int getByte() {
        need(1);
        return bytes[at++] & 0xff;
    }

    /** The next byte, 0 to 255, which is not taken. */
    public int peekByte() {
        need(1);
        return bytes[at] & 0xff;
    }

    /** A number of four bytes. */
    public int getInt() {
        need(Integer.BYTES);
        int value = (int) INT.get(bytes, at);
        at += Integer.BYTES;
        return value;
    }

    /** A number of eight bytes. */
    public long getLong() {
        need(Long.BYTES);
        long value = (long) LONG.get(bytes, at);
        at += Long.BYTES;
        return value;
    }

    /** An unsigned number. */
    public long getVarint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            need(1);
            byte group = bytes[at++];
            value |= (long) (group & 0x7f) << shift;
            if (group >= 0) {
                return value;
            }
        }
        throw new MalformedBytesException("A number has more than 64 bits.");
    }

    /** An unsigned number of at most 31 bits. */
    public int getIntVarint() {
        long value = getVarint();
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new MalformedBytesException(
                    "A number of at most 31 bits is " + Long.toUnsignedString(value) + ".");
        }
        return (int) value;
    }

    /** A number of things of at least one byte each. */
    public int getCount() {
        long count = getVarint();
        if (count < 0 || count > remaining()) {
            throw new MalformedBytesException(
                    "A length or count of "
                            + Long.toUnsignedString(count)
                            + " is followed by "
                            + remaining()
                            + " bytes.");
        }
        return (int) count;
    }

    /** Bytes after their length, as an array of their own. */
    public byte[] getBytes() {
        return getRaw(getCount());
    }

    /** A text in UTF-8 after its length in bytes. */
    public String getText() {
        return new String(getBytes(), StandardCharsets.UTF_8);
    }

    /** So many bytes, as an array of their own. */
    public byte[] getRaw(int count) {
        need(count);
        byte[] content = Arrays.copyOfRange(bytes, at, at + count);
        at += count;
        return content;
    }

    /** All bytes that are left. */
    public byte[] getRest() {
        return getRaw(remaining());
    }

    /** Leaves so many bytes out. */
    public void skip(int count) {
        need(count);
        at += count;
    }

    /** Checks that nothing is left. */
    public void end() {
        if (remaining() > 0) {
            throw new MalformedBytesException(
                    "There are " + remaining() + " bytes after the last field.");
        }
    }

    private void need(int count) {
        if (remaining() < count) {
            throw new MalformedBytesException(
                    "A field of "
                            + count
                            + " bytes begins "
                            + remaining()
                            + " bytes before the end.");
        }
    }
}
