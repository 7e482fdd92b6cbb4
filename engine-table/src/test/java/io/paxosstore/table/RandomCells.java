package io.paxosstore.table;

import io.paxosstore.protocol.model.Column;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Random;

/** Random values of columns: few, so that they meet, and the extremes. Not thread-safe. */
final class RandomCells {
    private static final String[] PIECES = {
        "a", "b", "ab", "%", "_", "\\", "\u0000", "\u0001", "\u00e9", "\uffff", "\ud83d\ude00"
    };
    private static final int[] BYTES = {0, 1, 0x7f, 0x80, 0xff};
    private static final int LONG_MAX = 600;

    private final Random random;

    RandomCells(Random random) {
        this.random = random;
    }

    /** A value that a column can keep; one of many if it is for a key. */
    Object value(Column column, boolean isKey) {
        boolean extreme = random.nextInt(40) == 0;
        int many = isKey ? 120 : 6;
        return switch (column.type()) {
            case BOOL -> random.nextBoolean();
            case INT64 -> {
                long edge = random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
                yield extreme ? edge : (Object) (long) (random.nextInt(many) - many / 2);
            }
            case FLOAT64 -> extreme ? edge() : (Object) ((random.nextInt(many) - many / 2) * 0.25);
            case DECIMAL -> decimal(column, many, extreme);
            case STRING -> extreme && !isKey ? longText() : text(isKey ? 4 : 2);
            case BYTES -> bytes(isKey ? 4 : 2);
            case TIMESTAMP -> instant(many, extreme);
        };
    }

    /** A value to compare a column with, or to add: it may have more digits than the column. */
    Object operand(Column column, boolean isKey) {
        Object value = value(column, isKey);
        return value instanceof BigDecimal decimal && random.nextInt(4) == 0
                ? decimal.add(new BigDecimal(BigInteger.valueOf(random.nextInt(3) - 1), 4))
                : value;
    }

    private Object edge() {
        return switch (random.nextInt(5)) {
            case 0 -> Double.NaN;
            case 1 -> Double.NEGATIVE_INFINITY;
            case 2 -> Double.POSITIVE_INFINITY;
            case 3 -> -0.0;
            default -> 0x1p-60;
        };
    }

    private Object decimal(Column column, int many, boolean extreme) {
        if (random.nextInt(8) == 0 && column.precision() > column.scale() + 1) {
            return (long) random.nextInt(-2, 3);
        }
        if (extreme) {
            BigInteger greatest = BigInteger.TEN.pow(column.precision()).subtract(BigInteger.ONE);
            return new BigDecimal(
                    random.nextBoolean() ? greatest : greatest.negate(), column.scale());
        }
        int unscaled = Math.floorMod(random.nextInt(), Math.min(many, 99)) - many / 2;
        BigDecimal value = new BigDecimal(BigInteger.valueOf(unscaled), column.scale());
        return random.nextInt(4) == 0 ? value.stripTrailingZeros() : value;
    }

    private String longText() {
        return text(2) + "x".repeat(random.nextInt(LONG_MAX));
    }

    private String text(int piecesMax) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(piecesMax + 1); i > 0; i--) {
            text.append(PIECES[random.nextInt(random.nextInt(3) == 0 ? PIECES.length : 3)]);
        }
        return text.toString();
    }

    /** A pattern of LIKE. */
    String pattern() {
        StringBuilder pattern = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            pattern.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return pattern.toString();
    }

    private byte[] bytes(int lengthMax) {
        byte[] bytes = new byte[random.nextInt(lengthMax + 1)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) BYTES[random.nextInt(BYTES.length)];
        }
        return bytes;
    }

    private Instant instant(int many, boolean extreme) {
        if (extreme) {
            return random.nextBoolean() ? Instant.MIN : Instant.MAX;
        }
        return Instant.ofEpochSecond(
                random.nextInt(many) - many / 2, random.nextInt(4) == 0 ? 1 : 0);
    }
}
