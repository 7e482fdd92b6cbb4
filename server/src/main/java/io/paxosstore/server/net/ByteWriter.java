package io.paxosstore.server.net;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing byte array that messages are encoded into; big-endian. Reused from frame to frame; not
 * thread-safe.
 */
public final class ByteWriter {
    private static final int VARINT_BYTES_MAX = 10;
    private static final int RETAINED_BYTES_MAX = 2 << 20;
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final int initialBytes;
    private byte[] bytes;
    private int size;

    public ByteWriter(int initialBytes) {
        this.initialBytes = initialBytes;
        this.bytes = new byte[initialBytes];
    }

    /** How many bytes are written. */
    public int size() {
        return size;
    }

    /** The bytes, not a copy; valid up to {@link #size} until the next write. */
    public byte[] array() {
        return bytes;
    }

    /** A copy of what is written. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    /** Forgets what is written; memory that a burst has made large is given back. */
    public void clear() {
        size = 0;
        if (bytes.length > RETAINED_BYTES_MAX) {
            bytes = new byte[initialBytes];
        }
    }

    /** Forgets everything after a position. */
    public void truncate(int newSize) {
        size = newSize;
    }

    public ByteWriter u8(int value) {
        room(1);
        bytes[size++] = (byte) value;
        return this;
    }

    public ByteWriter u32(int value) {
        room(Integer.BYTES);
        INT.set(bytes, size, value);
        size += Integer.BYTES;
        return this;
    }

    /** Overwrites four bytes written before. */
    public void u32At(int position, int value) {
        INT.set(bytes, position, value);
    }

    public ByteWriter u64(long value) {
        room(Long.BYTES);
        LONG.set(bytes, size, value);
        size += Long.BYTES;
        return this;
    }

    /** An unsigned number in groups of seven bits, the lowest first. */
    public ByteWriter varint(long value) {
        room(VARINT_BYTES_MAX);
        long rest = value;
        int at = size;
        while ((rest & ~0x7fL) != 0) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        size = at;
        return this;
    }

    public ByteWriter raw(byte[] source) {
        room(source.length);
        System.arraycopy(source, 0, bytes, size, source.length);
        size += source.length;
        return this;
    }

    /** A length as varint, then the bytes. */
    public ByteWriter blob(byte[] source) {
        return varint(source.length).raw(source);
    }

    /** A length as varint, then the text in UTF-8. */
    public ByteWriter text(String source) {
        return blob(source.getBytes(StandardCharsets.UTF_8));
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
