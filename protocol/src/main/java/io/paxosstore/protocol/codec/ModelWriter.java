package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.Page;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;

/** Appends fields to a growing array, and refuses what exceeds {@link ModelLimits}. */
final class ModelWriter {
    private static final int FIRST_BYTES = 64;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int size;
    private int elements;

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    int size() {
        return size;
    }

    void putByte(int b) {
        room(1);
        bytes[size++] = (byte) b;
    }

    void putBoolean(boolean b) {
        putByte(b ? 1 : 0);
    }

    void putVarint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            putByte((int) (rest | 0x80));
            rest >>>= 7;
        }
        putByte((int) rest);
    }

    void putZigzag(long value) {
        putVarint((value << 1) ^ (value >> 63));
    }

    void putName(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("An object needs a name of at least one byte.");
        }
        putNameOrEmpty(name);
    }

    void putNameOrEmpty(String name) {
        byte[] utf8 = CellCodec.utf8("name", name);
        limit("OBJECT_NAME_BYTES_MAX", utf8.length, ModelLimits.OBJECT_NAME_BYTES_MAX);
        putByte(utf8.length);
        putRaw(utf8);
    }

    void putElement(byte[] element) {
        limit("ELEMENT_BYTES_MAX", element.length, ModelLimits.ELEMENT_BYTES_MAX);
        putBytes(element);
    }

    void putKey(byte[] key) {
        limit("KEY_BYTES_MAX", key.length, ModelLimits.KEY_BYTES_MAX);
        putBytes(key);
    }

    void putOptionalElement(byte @Nullable [] element) {
        putBoolean(element != null);
        if (element != null) {
            putElement(element);
        }
    }

    void putOptionalKey(byte @Nullable [] key) {
        putBoolean(key != null);
        if (key != null) {
            putKey(key);
        }
    }

    /** Where a scan begins or ends: a key, or what comes right after one. */
    void putCursor(byte[] cursor) {
        limit("KEY_BYTES_MAX", cursor.length - 1, ModelLimits.KEY_BYTES_MAX);
        putBytes(cursor);
    }

    void putOptionalCursor(byte @Nullable [] cursor) {
        putBoolean(cursor != null);
        if (cursor != null) {
            putCursor(cursor);
        }
    }

    void putElements(List<byte[]> list) {
        putCount(list.size());
        for (byte[] element : list) {
            putElement(element);
        }
    }

    void putKeys(List<byte[]> list) {
        putCount(list.size());
        for (byte[] key : list) {
            putKey(key);
        }
    }

    /** The number of elements that follow. */
    void putCount(int count) {
        limit("OPERATION_ELEMENTS_MAX", count, ModelLimits.OPERATION_ELEMENTS_MAX);
        elements += count;
        limit("ELEMENTS_MAX", elements, ModelLimits.ELEMENTS_MAX);
        putVarint(count);
    }

    /** The number of rows that follow, which have so many cells each. */
    void putCells(int rows, int columns) {
        limit("OPERATION_ELEMENTS_MAX", rows, ModelLimits.OPERATION_ELEMENTS_MAX);
        if (rows > 0 && columns == 0) {
            throw new IllegalArgumentException("Rows or keys were given without any column.");
        }
        elements += rows * columns;
        limit("ELEMENTS_MAX", elements, ModelLimits.ELEMENTS_MAX);
        putVarint(rows);
    }

    /** 64 bits, the highest first. */
    void putLong(long value) {
        for (int shift = 56; shift >= 0; shift -= 8) {
            putByte((int) (value >>> shift));
        }
    }

    /** Bytes with a limit of their own. */
    void putLimited(String limit, int allowed, byte[] content) {
        limit(limit, content.length, allowed);
        putBytes(content);
    }

    /** At most 255 bytes. */
    void putShort(String limit, int allowed, byte[] content) {
        limit(limit, content.length, allowed);
        putByte(content.length);
        putRaw(content);
    }

    void putTtl(long ttlMillis) {
        if (ttlMillis < 0 || ttlMillis > ModelLimits.TTL_MILLIS_MAX) {
            throw new LimitExceededException(
                    "The time "
                            + ttlMillis
                            + " ms is out of range; use 0 to "
                            + ModelLimits.TTL_MILLIS_MAX
                            + ".");
        }
        putVarint(ttlMillis);
    }

    /** A number that is not negative. */
    void putNatural(String what, long value) {
        if (value < 0) {
            throw new IllegalArgumentException("The " + what + " is negative: " + value + ".");
        }
        putVarint(value);
    }

    void putPage(Page page) {
        putVarint(page.elements());
        putVarint(page.bytes());
    }

    static void limit(String limit, int actual, int allowed) {
        if (actual > allowed) {
            throw new LimitExceededException(
                    "The limit " + limit + " of " + allowed + " is exceeded: " + actual + ".");
        }
    }

    private void putBytes(byte[] content) {
        putVarint(content.length);
        putRaw(content);
    }

    private void putRaw(byte[] content) {
        room(content.length);
        System.arraycopy(content, 0, bytes, size, content.length);
        size += content.length;
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
