package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaString;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of a string that is being made. They are counted as they come, so that one which is
 * never finished has been counted too, and are not more than a string may have. Not thread-safe.
 */
final class StringOutput {
    private static final int CAPACITY_FIRST = 64;

    /** So many bytes are counted at once. */
    private static final int COUNTED = 1024;

    private final Run run;
    private byte[] bytes = new byte[CAPACITY_FIRST];
    private int size;
    private int uncounted;

    StringOutput(Run run) {
        this.run = run;
    }

    int size() {
        return size;
    }

    void add(int one) {
        reserve(1);
        bytes[size] = (byte) one;
        size++;
    }

    void add(LuaString part) {
        add(part, 0, part.m_length);
    }

    /** Adds a part of a string. */
    void add(LuaString string, int from, int to) {
        reserve(to - from);
        System.arraycopy(string.m_bytes, string.m_offset + from, bytes, size, to - from);
        size += to - from;
    }

    /** Adds text whose characters are bytes. */
    void add(String text) {
        byte[] part = text.getBytes(StandardCharsets.ISO_8859_1);
        reserve(part.length);
        System.arraycopy(part, 0, bytes, size, part.length);
        size += part.length;
    }

    /** Adds bytes 0. */
    void addZeros(int count) {
        reserve(count);
        size += count;
    }

    private void reserve(int more) {
        long needed = (long) size + more;
        if (needed > Run.STRING_BYTES_MAX) {
            run.allocateString(needed); // says that it is too much
        }
        uncounted += more;
        if (uncounted >= COUNTED) {
            run.chargeBytes(uncounted);
            uncounted = 0;
        }
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, 2L * bytes.length));
        }
    }

    /** The string. */
    LuaString string() {
        run.allocateString(size);
        return Values.string(Arrays.copyOf(bytes, size));
    }
}
