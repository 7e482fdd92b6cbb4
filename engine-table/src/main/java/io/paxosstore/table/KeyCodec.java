package io.paxosstore.table;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * Values as bytes that sort like them, one after the other in a key.
 *
 * <pre>
 *  bool       u8
 *  int64      u64, sign bit flipped
 *  float64    u64 of the bits: negative ones flipped, else the sign bit flipped
 *  decimal    of the unscaled number: 0x80 for 0; 0x80 + n and n bytes; 0x80 - n and n bytes
 *             flipped, if it is negative
 *  string, bytes   as they are, 00 as 00 ff; 00 01
 *  timestamp  u64 seconds, sign bit flipped; u32 nanoseconds
 *  nullable   u8 0 for null; u8 1 and the value
 * </pre>
 */
final class KeyCodec {
    private static final int ZERO = 0x80;
    private static final int ESCAPED = 0xff;
    private static final int END = 1;
    private static final int NULL = 0;
    private static final int PRESENT = 1;

    private KeyCodec() {}

    /** Appends a value that is not null. */
    static void put(ByteWriter out, ColumnType type, Object value) {
        switch (type) {
            case BOOL -> out.putByte((Boolean) value ? 1 : 0);
            case INT64 -> out.putLong((Long) value ^ Long.MIN_VALUE);
            case FLOAT64 -> {
                long bits = Double.doubleToLongBits((Double) value);
                out.putLong(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
            }
            case DECIMAL -> putUnscaled(out, ((BigDecimal) value).unscaledValue());
            case STRING -> putEscaped(out, ((String) value).getBytes(StandardCharsets.UTF_8));
            case BYTES -> putEscaped(out, (byte[]) value);
            case TIMESTAMP -> {
                Instant instant = (Instant) value;
                out.putLong(instant.getEpochSecond() ^ Long.MIN_VALUE);
                out.putInt(instant.getNano());
            }
        }
    }

    /** Appends a value of a column that may be null. */
    static void putNullable(ByteWriter out, ColumnType type, @Nullable Object value) {
        if (value == null) {
            out.putByte(NULL);
        } else {
            out.putByte(PRESENT);
            put(out, type, value);
        }
    }

    private static void putUnscaled(ByteWriter out, BigInteger unscaled) {
        int sign = unscaled.signum();
        if (sign == 0) {
            out.putByte(ZERO);
            return;
        }
        byte[] magnitude = unscaled.abs().toByteArray();
        int first = magnitude[0] == 0 ? 1 : 0;
        int length = magnitude.length - first;
        out.putByte(ZERO + sign * length);
        for (int i = first; i < magnitude.length; i++) {
            out.putByte(sign > 0 ? magnitude[i] : ~magnitude[i]);
        }
    }

    private static void putEscaped(ByteWriter out, byte[] content) {
        putContent(out, content);
        out.putByte(0).putByte(END);
    }

    private static void putContent(ByteWriter out, byte[] content) {
        for (byte b : content) {
            out.putByte(b);
            if (b == 0) {
                out.putByte(ESCAPED);
            }
        }
    }

    /** The beginning that the keys of all strings with this prefix share. */
    static void putPrefix(ByteWriter out, String prefix) {
        putContent(out, prefix.getBytes(StandardCharsets.UTF_8));
    }

    /** Takes the next value. */
    static Object get(ByteReader in, Column column) {
        return switch (column.type()) {
            case BOOL -> in.getByte() != 0;
            case INT64 -> in.getLong() ^ Long.MIN_VALUE;
            case FLOAT64 -> {
                long bits = in.getLong();
                yield Double.longBitsToDouble(bits < 0 ? bits ^ Long.MIN_VALUE : ~bits);
            }
            case DECIMAL -> new BigDecimal(getUnscaled(in), column.scale());
            case STRING -> new String(getEscaped(in), StandardCharsets.UTF_8);
            case BYTES -> getEscaped(in);
            case TIMESTAMP -> instant(in.getLong() ^ Long.MIN_VALUE, in.getInt());
        };
    }

    /** Leaves the next value out, which may be null. */
    static void skipNullable(ByteReader in, Column column) {
        if (in.getByte() == PRESENT) {
            var _ = get(in, column);
        }
    }

    static Instant instant(long seconds, long nanos) {
        try {
            return Instant.ofEpochSecond(seconds, nanos);
        } catch (DateTimeException | ArithmeticException e) {
            throw new MalformedBytesException("A timestamp is out of range: " + seconds + " s.");
        }
    }

    private static BigInteger getUnscaled(ByteReader in) {
        int head = in.getByte();
        if (head == ZERO) {
            return BigInteger.ZERO;
        }
        boolean negative = head < ZERO;
        byte[] magnitude = in.getRaw(negative ? ZERO - head : head - ZERO);
        if (negative) {
            for (int i = 0; i < magnitude.length; i++) {
                magnitude[i] = (byte) ~magnitude[i];
            }
        }
        return new BigInteger(negative ? -1 : 1, magnitude);
    }

    private static byte[] getEscaped(ByteReader in) {
        ByteWriter out = new ByteWriter(32);
        while (true) {
            int b = in.getByte();
            if (b != 0) {
                out.putByte(b);
                continue;
            }
            int next = in.getByte();
            if (next == END) {
                return out.toBytes();
            }
            if (next != ESCAPED) {
                throw new MalformedBytesException("A key has the bytes 00 " + next + ".");
            }
            out.putByte(0);
        }
    }
}
