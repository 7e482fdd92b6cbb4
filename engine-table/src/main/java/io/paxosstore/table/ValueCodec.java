package io.paxosstore.table;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Values in the records of rows, in as few bytes as they need.
 *
 * <pre>
 *  bool u8 | int64 zigzag | float64 u64 of the bits | decimal bytes of the unscaled number |
 *  string bytes | bytes bytes | timestamp zigzag seconds, varint nanoseconds
 * </pre>
 */
final class ValueCodec {
    private ValueCodec() {}

    static void put(ByteWriter out, ColumnType type, Object value) {
        switch (type) {
            case BOOL -> out.putByte((Boolean) value ? 1 : 0);
            case INT64 -> putZigzag(out, (Long) value);
            case FLOAT64 -> out.putLong(Double.doubleToLongBits((Double) value));
            case DECIMAL -> out.putBytes(((BigDecimal) value).unscaledValue().toByteArray());
            case STRING -> out.putBytes(((String) value).getBytes(StandardCharsets.UTF_8));
            case BYTES -> out.putBytes((byte[]) value);
            case TIMESTAMP -> {
                Instant instant = (Instant) value;
                putZigzag(out, instant.getEpochSecond());
                out.putVarint(instant.getNano());
            }
        }
    }

    static Object get(ByteReader in, Column column) {
        return switch (column.type()) {
            case BOOL -> in.getByte() != 0;
            case INT64 -> getZigzag(in);
            case FLOAT64 -> Double.longBitsToDouble(in.getLong());
            case DECIMAL -> decimal(in.getBytes(), column);
            case STRING -> new String(in.getBytes(), StandardCharsets.UTF_8);
            case BYTES -> in.getBytes();
            case TIMESTAMP -> KeyCodec.instant(getZigzag(in), in.getVarint());
        };
    }

    static BigDecimal decimal(byte[] unscaled, Column column) {
        BigInteger number = unscaled.length == 0 ? BigInteger.ZERO : new BigInteger(unscaled);
        return new BigDecimal(number, column.scale());
    }

    private static void putZigzag(ByteWriter out, long value) {
        out.putVarint((value << 1) ^ (value >> (Long.SIZE - 1)));
    }

    private static long getZigzag(ByteReader in) {
        long value = in.getVarint();
        return (value >>> 1) ^ -(value & 1);
    }
}
