package io.paxosstore.protocol.model;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;

/** The type of a column, and the class of the Java objects that are its values. */
public enum ColumnType {
    /** {@link Boolean}; false is less than true. */
    BOOL(1, "bool", Boolean.class),
    /** {@link Long}. */
    INT64(2, "int64", Long.class),
    /** {@link Double}; -0.0 is kept as 0.0, NaN equals itself and is greater than all others. */
    FLOAT64(3, "float64", Double.class),
    /** {@link BigDecimal} of the column's precision and scale. */
    DECIMAL(4, "decimal", BigDecimal.class),
    /** {@link String}, ordered by code points. */
    STRING(5, "string", String.class),
    /** A byte array, ordered by its unsigned bytes. */
    BYTES(6, "bytes", byte[].class),
    /** {@link Instant}, to the nanosecond. */
    TIMESTAMP(7, "timestamp", Instant.class);

    private final byte code;
    private final String word;
    private final Class<?> javaClass;

    ColumnType(int code, String word, Class<?> javaClass) {
        this.code = (byte) code;
        this.word = word;
        this.javaClass = javaClass;
    }

    /** The number that stands for the type in all formats. */
    public byte code() {
        return code;
    }

    /** What people call it. */
    public String word() {
        return word;
    }

    /** The class of its values. */
    public Class<?> javaClass() {
        return javaClass;
    }

    /** Whether there is an addition: integers, floats and decimals. */
    public boolean isNumber() {
        return this == INT64 || this == FLOAT64 || this == DECIMAL;
    }

    /**
     * The type of a number.
     *
     * @throws IllegalArgumentException if no type has it
     */
    public static ColumnType of(int code) {
        for (ColumnType type : values()) {
            if (type.code == code) {
                return type;
            }
        }
        throw new IllegalArgumentException("No column type has the number " + code + ".");
    }

    /**
     * The type whose values have the class of this one.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static ColumnType ofValue(Object value) {
        for (ColumnType type : values()) {
            if (type.javaClass.isInstance(value)) {
                return type;
            }
        }
        throw new IllegalArgumentException(
                "A value of the class "
                        + value.getClass().getName()
                        + " belongs to no column type; use Boolean, Long, Double, BigDecimal,"
                        + " String, byte[] or Instant.");
    }

    /**
     * The value that a column holds for what people write: smaller integers become Long, Float
     * becomes Double, BigInteger becomes BigDecimal, enums and UUIDs become String; null stays.
     *
     * @throws IllegalArgumentException if no column can hold it
     */
    public static @Nullable Object toValue(@Nullable Object written) {
        if (written == null) {
            return null;
        } else if (written instanceof Integer
                || written instanceof Short
                || written instanceof Byte) {
            return ((Number) written).longValue();
        } else if (written instanceof Float number) {
            return number.doubleValue();
        } else if (written instanceof BigInteger number) {
            return new BigDecimal(number);
        } else if (written instanceof Enum<?> constant) {
            return constant.name();
        } else if (written instanceof UUID id) {
            return id.toString();
        }
        ColumnType type = ofValue(written); // refuses all others
        return type.javaClass.cast(written);
    }

    /**
     * Compares two values of this type.
     *
     * @throws ClassCastException if one of them has another type
     */
    public int compare(Object a, Object b) {
        return switch (this) {
            case BOOL -> Boolean.compare((Boolean) a, (Boolean) b);
            case INT64 -> Long.compare((Long) a, (Long) b);
            case FLOAT64 -> Double.compare((Double) a + 0.0, (Double) b + 0.0);
            case DECIMAL -> ((BigDecimal) a).compareTo((BigDecimal) b);
            case STRING -> compareStrings((String) a, (String) b);
            case BYTES -> Arrays.compareUnsigned((byte[]) a, (byte[]) b);
            case TIMESTAMP -> ((Instant) a).compareTo((Instant) b);
        };
    }

    /** Like the bytes of their UTF-8, which is the order of the keys. */
    private static int compareStrings(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char left = a.charAt(i);
            char right = b.charAt(i);
            if (left != right) {
                boolean surrogates = Character.isSurrogate(left) != Character.isSurrogate(right);
                return surrogates
                        ? Boolean.compare(Character.isSurrogate(left), Character.isSurrogate(right))
                        : Character.compare(left, right);
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    /** A value as people read it: strings in single quotes, bytes as X'..', null as NULL. */
    public static String show(@Nullable Object value) {
        if (value == null) {
            return "NULL";
        }
        if (value instanceof String text) {
            return "'" + text.replace("'", "''") + "'";
        }
        if (value instanceof byte[] bytes) {
            StringBuilder hex = new StringBuilder("X'");
            for (byte b : bytes) {
                hex.append(String.format("%02x", b));
            }
            return hex.append('\'').toString();
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        return value.toString();
    }

    /** About how many bytes a value has, for budgets. */
    public static int size(@Nullable Object value) {
        if (value instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8).length;
        }
        if (value instanceof byte[] bytes) {
            return bytes.length;
        }
        return value == null ? 1 : Long.BYTES;
    }
}
