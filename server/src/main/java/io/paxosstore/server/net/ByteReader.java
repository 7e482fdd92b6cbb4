package io.paxosstore.server.net;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what {@link ByteWriter} writes; never beyond its range. Not thread-safe. */
public final class ByteReader {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes = {};
    private int at;
    private int end;

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

    public int remaining() {
        return end - at;
    }

    public int u8() throws MalformedFrameException {
        need(1);
        return bytes[at++] & 0xff;
    }

    public int u32() throws MalformedFrameException {
        need(Integer.BYTES);
        int value = (int) INT.get(bytes, at);
        at += Integer.BYTES;
        return value;
    }

    public long u64() throws MalformedFrameException {
        need(Long.BYTES);
        long value = (long) LONG.get(bytes, at);
        at += Long.BYTES;
        return value;
    }

    public long varint() throws MalformedFrameException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            need(1);
            byte group = bytes[at++];
            value |= (long) (group & 0x7f) << shift;
            if (group >= 0) {
                return value;
            }
        }
        throw new MalformedFrameException("a number is longer than 64 bits");
    }

    /** A varint that must fit into 31 bits. */
    public int smallVarint() throws MalformedFrameException {
        long value = varint();
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new MalformedFrameException("a number is out of range");
        }
        return (int) value;
    }

    /** Bytes with their length before them, as an array of their own. */
    public byte[] blob() throws MalformedFrameException {
        int length = smallVarint();
        need(length);
        byte[] copy = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return copy;
    }

    /** A text with its length in bytes before it. */
    public String text() throws MalformedFrameException {
        return new String(blob(), StandardCharsets.UTF_8);
    }

    private void need(int count) throws MalformedFrameException {
        if (end - at < count) {
            throw new MalformedFrameException("a frame ends in the middle of a field");
        }
    }
}
