package io.paxosstore.log.bytes;

import java.util.Arrays;

/** Appends numbers and bytes to a growing array. Big-endian; varints are unsigned LEB128. */
public final class ByteWriter {
    private byte[] bytes;
    private int size;

    /** A writer that has room for so many bytes before it grows. */
    public ByteWriter(int capacity) {
        this.bytes = new byte[capacity];
    }

    /** What was written. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    /** Bytes written. */
    public int size() {
        return size;
    }

    /** Appends a byte. */
    public ByteWriter putByte(int b) {
        room(1);
        bytes[size++] = (byte) b;
        return this;
    }

    /** Appends four bytes. */
    public ByteWriter putInt(int value) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            putByte(value >>> shift);
        }
        return this;
    }

    /** Appends eight bytes. */
    public ByteWriter putLong(long value) {
        for (int shift = 56; shift >= 0; shift -= 8) {
            putByte((int) (value >>> shift));
        }
        return this;
    }

    /** Appends an unsigned number in as few bytes as it needs. */
    public ByteWriter putVarint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            putByte((int) (rest | 0x80));
            rest >>>= 7;
        }
        return putByte((int) rest);
    }

    /** Appends bytes without their length. */
    public ByteWriter putRaw(byte[] content) {
        room(content.length);
        System.arraycopy(content, 0, bytes, size, content.length);
        size += content.length;
        return this;
    }

    /** Appends bytes after their length. */
    public ByteWriter putBytes(byte[] content) {
        return putVarint(content.length).putRaw(content);
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
