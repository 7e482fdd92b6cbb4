package io.paxosstore.log.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads numbers from bytes that may be damaged: a read beyond the end, or a varint that is too
 * long, turns {@link #failed} on instead of throwing. Not thread-safe.
 */
public final class VarintReader {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes = new byte[0];
    private int at;
    private int end;
    private boolean failed;

    /** Begins to read at {@code from}; nothing from {@code to} on is read. */
    public void reset(byte[] source, int from, int to) {
        bytes = source;
        at = from;
        end = to;
        failed = false;
    }

    /** A big-endian number of 32 bits. */
    public static int getInt(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    /** A big-endian number of 64 bits. */
    public static long getLong(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    /** Where the next read begins. */
    public int position() {
        return at;
    }

    /** Whether a read went wrong since {@link #reset}; what it returned means nothing. */
    public boolean failed() {
        return failed;
    }

    /** Passes over bytes. */
    public void skip(int count) {
        if (count < 0 || count > end - at) {
            failed = true;
        } else {
            at += count;
        }
    }

    /** Reads a big-endian number of 32 bits. */
    public int fixedInt() {
        if (end - at < Integer.BYTES) {
            failed = true;
            return 0;
        }
        at += Integer.BYTES;
        return getInt(bytes, at - Integer.BYTES);
    }

    /** Reads an unsigned LEB128 number. */
    public long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at >= end) {
                break;
            }
            byte next = bytes[at++];
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        failed = true;
        return 0;
    }

    /** A varint of at most 32 bits, as an unsigned int. */
    public int varint32() {
        long value = varint();
        if (value >>> 32 != 0) {
            failed = true;
        }
        return (int) value;
    }
}
