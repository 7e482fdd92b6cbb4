package io.paxosstore.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Keys sort as their values do, and give them back. */
class KeyCodecTest {
    private static final int VALUES = 400;
    private static final int SCALE = 3;

    private static Column column(ColumnType type) {
        return type == ColumnType.DECIMAL
                ? Column.decimal("c", Column.PRECISION_MAX, SCALE)
                : Column.required("c", type);
    }

    private static byte[] key(ColumnType type, Object value) {
        ByteWriter out = new ByteWriter(16);
        KeyCodec.put(out, type, value);
        return out.toBytes();
    }

    @ParameterizedTest
    @EnumSource(ColumnType.class)
    void bytesSortLikeValuesAndGiveThemBack(ColumnType type) {
        List<Object> values = values(type);
        for (Object value : values) {
            byte[] key = key(type, value);
            ByteReader in = ByteReader.of(key);
            assertEquals(0, NaiveCells.compare(value, KeyCodec.get(in, column(type))));
            in.end();
            for (Object other : values) {
                int order = Integer.signum(NaiveCells.compare(value, other));
                byte[] otherKey = key(type, other);
                String which = ColumnType.show(value) + " and " + ColumnType.show(other);
                assertEquals(order, Integer.signum(Arrays.compareUnsigned(key, otherKey)), which);
                assertEquals(order, Integer.signum(type.compare(value, other)), which);
                boolean begins =
                        otherKey.length > key.length
                                && Arrays.equals(key, Arrays.copyOf(otherKey, key.length));
                assertTrue(!begins, "no key is the beginning of another: " + which);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ColumnType.class)
    void nullIsLessThanAll(ColumnType type) {
        ByteWriter none = new ByteWriter(1);
        KeyCodec.putNullable(none, type, null);
        assertArrayEquals(new byte[] {0}, none.toBytes());
        for (Object value : values(type)) {
            ByteWriter some = new ByteWriter(16);
            KeyCodec.putNullable(some, type, value);
            assertTrue(Arrays.compareUnsigned(none.toBytes(), some.toBytes()) < 0);
            ByteReader in = ByteReader.of(some.toBytes());
            KeyCodec.skipNullable(in, column(type));
            in.end();
        }
    }

    private static List<Object> values(ColumnType type) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<Object> values = new ArrayList<>(extremes(type));
        RandomCells cells = new RandomCells(random);
        while (values.size() < VALUES) {
            Object value = cells.value(column(type), true);
            if (value instanceof Double number) {
                value = number + 0.0;
            }
            if (type == ColumnType.DECIMAL) {
                value = NaiveCells.stored("t", column(type), value);
            }
            values.add(java.util.Objects.requireNonNull(value));
        }
        return values;
    }

    private static List<Object> extremes(ColumnType type) {
        BigInteger most = BigInteger.TEN.pow(Column.PRECISION_MAX).subtract(BigInteger.ONE);
        return switch (type) {
            case BOOL -> List.of(false, true);
            case INT64 -> List.of(Long.MIN_VALUE, -256L, -1L, 0L, 255L, Long.MAX_VALUE);
            case FLOAT64 ->
                    List.of(
                            Double.NEGATIVE_INFINITY,
                            -Double.MAX_VALUE,
                            -Double.MIN_VALUE,
                            0.0,
                            Double.MIN_VALUE,
                            Double.MIN_NORMAL,
                            Double.MAX_VALUE,
                            Double.POSITIVE_INFINITY,
                            Double.NaN);
            case DECIMAL ->
                    List.of(
                            new BigDecimal(most.negate(), SCALE),
                            new BigDecimal(BigInteger.valueOf(-256), SCALE),
                            new BigDecimal(BigInteger.valueOf(-255), SCALE),
                            new BigDecimal(BigInteger.valueOf(255), SCALE),
                            new BigDecimal(BigInteger.valueOf(256), SCALE),
                            new BigDecimal(most, SCALE));
            case STRING -> List.of("", "\u0000", "\u0000\u0000", "a", "a\u0000", "a\u0000b", "ab");
            case BYTES ->
                    List.of(
                            new byte[0],
                            new byte[] {0},
                            new byte[] {0, 0},
                            new byte[] {0, 1},
                            new byte[] {0, -1},
                            new byte[] {-1});
            case TIMESTAMP ->
                    List.of(
                            Instant.MIN,
                            Instant.EPOCH.minusNanos(1),
                            Instant.EPOCH,
                            Instant.EPOCH.plusNanos(1),
                            Instant.MAX);
        };
    }
}
