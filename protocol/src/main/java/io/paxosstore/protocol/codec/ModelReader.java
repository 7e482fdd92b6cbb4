package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.Page;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what {@link ModelWriter} wrote, and expects anything: every length is checked against the
 * limits and against what is left before anything is allocated.
 */
final class ModelReader {
    private final ByteBuffer in;
    private int elements;

    ModelReader(ByteBuffer in) {
        this.in = in;
    }

    private void need(int bytes) throws MalformedModelException {
        if (in.remaining() < bytes) {
            throw new MalformedModelException(
                    "A field of "
                            + bytes
                            + " bytes begins "
                            + in.remaining()
                            + " bytes before the end.");
        }
    }

    int getByte() throws MalformedModelException {
        need(1);
        return in.get() & 0xff;
    }

    /** Takes the next byte if it is this one; whether it was. */
    boolean takeIf(int expected) {
        boolean isNext = in.hasRemaining() && (in.get(in.position()) & 0xff) == expected;
        if (isNext) {
            in.get();
        }
        return isNext;
    }

    boolean getBoolean() throws MalformedModelException {
        int b = getByte();
        if (b > 1) {
            throw new MalformedModelException("A yes-or-no field holds " + b + ".");
        }
        return b == 1;
    }

    long getVarint() throws MalformedModelException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int b = getByte();
            if (shift == 63 && b > 1) {
                break;
            }
            value |= (b & 0x7fL) << shift;
            if (b < 0x80) {
                if (b == 0 && shift > 0) {
                    throw new MalformedModelException("A number is longer than it needs to be.");
                }
                return value;
            }
        }
        throw new MalformedModelException("A number has more than 64 bits.");
    }

    long getZigzag() throws MalformedModelException {
        long value = getVarint();
        return (value >>> 1) ^ -(value & 1);
    }

    /** A number that is not negative. */
    long getNatural(String what) throws MalformedModelException {
        long value = getVarint();
        if (value < 0) {
            throw new MalformedModelException("The " + what + " is negative: " + value + ".");
        }
        return value;
    }

    /** A number from 0 to a limit. */
    int getLimited(String limit, int allowed) throws MalformedModelException {
        long value = getVarint();
        if (value < 0 || value > allowed) {
            throw new MalformedModelException(
                    "The limit "
                            + limit
                            + " of "
                            + allowed
                            + " is exceeded: "
                            + Long.toUnsignedString(value)
                            + ".");
        }
        return (int) value;
    }

    String getName() throws MalformedModelException {
        String name = getNameOrEmpty();
        if (name.isEmpty()) {
            throw new MalformedModelException("An object's name is empty.");
        }
        return name;
    }

    String getNameOrEmpty() throws MalformedModelException {
        int length = getByte();
        need(length);
        ByteBuffer utf8 = in.slice().limit(length);
        in.position(in.position() + length);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
        } catch (CharacterCodingException e) {
            throw new MalformedModelException("An object's name is not valid UTF-8.");
        }
    }

    byte[] getElement() throws MalformedModelException {
        return getBytes(getLimited("ELEMENT_BYTES_MAX", ModelLimits.ELEMENT_BYTES_MAX));
    }

    byte[] getKey() throws MalformedModelException {
        return getBytes(getLimited("KEY_BYTES_MAX", ModelLimits.KEY_BYTES_MAX));
    }

    byte @Nullable [] getOptionalElement() throws MalformedModelException {
        return getBoolean() ? getElement() : null;
    }

    byte @Nullable [] getOptionalKey() throws MalformedModelException {
        return getBoolean() ? getKey() : null;
    }

    byte[] getCursor() throws MalformedModelException {
        return getBytes(getLimited("KEY_BYTES_MAX", ModelLimits.KEY_BYTES_MAX + 1));
    }

    byte @Nullable [] getOptionalCursor() throws MalformedModelException {
        return getBoolean() ? getCursor() : null;
    }

    List<byte[]> getElements() throws MalformedModelException {
        int count = getCount();
        List<byte[]> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(getElement());
        }
        return list;
    }

    List<byte[]> getKeys() throws MalformedModelException {
        int count = getCount();
        List<byte[]> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(getKey());
        }
        return list;
    }

    /** The number of elements that follow; each has a byte at least. */
    int getCount() throws MalformedModelException {
        int count = getLimited("OPERATION_ELEMENTS_MAX", ModelLimits.OPERATION_ELEMENTS_MAX);
        need(count);
        count(count);
        return count;
    }

    /** The number of rows that follow, which have so many cells each, of a byte at least. */
    int getCells(int columns) throws MalformedModelException {
        int rows = getLimited("OPERATION_ELEMENTS_MAX", ModelLimits.OPERATION_ELEMENTS_MAX);
        if (rows > 0 && columns == 0) {
            throw new MalformedModelException("Rows or keys have no columns.");
        }
        need(rows * columns);
        count(rows * columns);
        return rows;
    }

    private void count(int more) throws MalformedModelException {
        elements += more;
        if (elements > ModelLimits.ELEMENTS_MAX) {
            throw new MalformedModelException(
                    "The limit ELEMENTS_MAX of " + ModelLimits.ELEMENTS_MAX + " is exceeded.");
        }
    }

    /** 64 bits, the highest first. */
    long getLong() throws MalformedModelException {
        need(Long.BYTES);
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = (value << 8) | (in.get() & 0xff);
        }
        return value;
    }

    /** Bytes with a limit of their own. */
    byte[] getBytes(String limit, int allowed) throws MalformedModelException {
        return getBytes(getLimited(limit, allowed));
    }

    /** At most 255 bytes. */
    byte[] getShort(String limit, int allowed) throws MalformedModelException {
        int length = getByte();
        if (length > allowed) {
            throw new MalformedModelException(
                    "The limit " + limit + " of " + allowed + " is exceeded: " + length + ".");
        }
        return getBytes(length);
    }

    /** The number of guards, operations or results that follow; each has a byte at least. */
    int getParts(String limit, int allowed) throws MalformedModelException {
        int count = getLimited(limit, allowed);
        need(count);
        return count;
    }

    long getTtl() throws MalformedModelException {
        long ttlMillis = getVarint();
        if (ttlMillis < 0 || ttlMillis > ModelLimits.TTL_MILLIS_MAX) {
            throw new MalformedModelException(
                    "The time %d ms is out of range; use 0 to %d."
                            .formatted(ttlMillis, ModelLimits.TTL_MILLIS_MAX));
        }
        return ttlMillis;
    }

    Page getPage() throws MalformedModelException {
        int count = getLimited("PAGE_ELEMENTS_MAX", ModelLimits.PAGE_ELEMENTS_MAX);
        int bytes = getLimited("PAGE_BYTES_MAX", ModelLimits.PAGE_BYTES_MAX);
        if (count == 0 || bytes == 0) {
            throw new MalformedModelException("A page of nothing was asked for.");
        }
        return new Page(count, bytes);
    }

    void end() throws MalformedModelException {
        if (in.hasRemaining()) {
            throw new MalformedModelException(
                    "There are " + in.remaining() + " bytes after the last field.");
        }
    }

    private byte[] getBytes(int count) throws MalformedModelException {
        need(count);
        byte[] bytes = new byte[count];
        in.get(bytes);
        return bytes;
    }
}
