package io.paxosstore.protocol.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Appends numbers, bytes and texts to a growing array; big-endian. Can be reused from frame to
 * frame. Not thread-safe.
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

    /** A writer that has room for so many bytes before it grows. */
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

    /** Appends a byte. */
    public ByteWriter putByte(int value) {
        room(1);
        bytes[size++] = (byte) value;
        return this;
    }

    /** Appends four bytes. */
    public ByteWriter putInt(int value) {
        room(Integer.BYTES);
        INT.set(bytes, size, value);
        size += Integer.BYTES;
        return this;
    }

    /** Overwrites four bytes written before. */
    public void putIntAt(int position, int value) {
        INT.set(bytes, position, value);
    }

    /** Appends eight bytes. */
    public ByteWriter putLong(long value) {
        room(Long.BYTES);
        LONG.set(bytes, size, value);
        size += Long.BYTES;
        return this;
    }

    /** Appends an unsigned number in as few groups of seven bits as it needs (LEB128). */
    public ByteWriter putVarint(long value) {
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

    /** Appends bytes without their length. */
    public ByteWriter putRaw(byte[] source) {
        room(source.length);
        System.arraycopy(source, 0, bytes, size, source.length);
        size += source.length;
        return this;
    }

    /** Appends bytes after their length. */
    public ByteWriter putBytes(byte[] source) {
        return putVarint(source.length).putRaw(source);
    }

    /** Appends a text in UTF-8 after its length in bytes. */
    public ByteWriter putText(String source) {
        return putBytes(source.getBytes(StandardCharsets.UTF_8));
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
