package io.paxosstore.client.table;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;

import org.jspecify.annotations.Nullable;

import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** A component of a record as a column of a table. Immutable. */
final class RecordField {
    /** Between a component that is not null and a cell that is not NULL. */
    private record Conversion(
            ColumnType type, Function<Object, Object> toCell, Function<Object, Object> fromCell) {}

    private static final Map<Class<?>, Conversion> CONVERSIONS =
            Map.ofEntries(
                    asIs(boolean.class, ColumnType.BOOL),
                    asIs(Boolean.class, ColumnType.BOOL),
                    asIs(long.class, ColumnType.INT64),
                    asIs(Long.class, ColumnType.INT64),
                    integer(int.class, Integer.MIN_VALUE, Integer.MAX_VALUE, Long::intValue),
                    integer(Integer.class, Integer.MIN_VALUE, Integer.MAX_VALUE, Long::intValue),
                    integer(short.class, Short.MIN_VALUE, Short.MAX_VALUE, Long::shortValue),
                    integer(Short.class, Short.MIN_VALUE, Short.MAX_VALUE, Long::shortValue),
                    integer(byte.class, Byte.MIN_VALUE, Byte.MAX_VALUE, Long::byteValue),
                    integer(Byte.class, Byte.MIN_VALUE, Byte.MAX_VALUE, Long::byteValue),
                    asIs(double.class, ColumnType.FLOAT64),
                    asIs(Double.class, ColumnType.FLOAT64),
                    floating(float.class),
                    floating(Float.class),
                    asIs(BigDecimal.class, ColumnType.DECIMAL),
                    asIs(String.class, ColumnType.STRING),
                    asIs(byte[].class, ColumnType.BYTES),
                    asIs(Instant.class, ColumnType.TIMESTAMP),
                    Map.entry(
                            UUID.class,
                            new Conversion(
                                    ColumnType.STRING,
                                    Object::toString,
                                    text -> UUID.fromString((String) text))));

    private final Class<?> type;
    private final String title;
    private final Method accessor;
    private final Conversion conversion;
    private final Column column;

    /**
     * A component.
     *
     * @throws IllegalArgumentException if no column can hold it
     */
    RecordField(RecordComponent component) {
        type = component.getType();
        title =
                "the component \""
                        + component.getName()
                        + "\" of "
                        + component.getDeclaringRecord().getSimpleName();
        Conversion known = type.isEnum() ? enumeration(type) : CONVERSIONS.get(component.getType());
        if (known == null) {
            throw new IllegalArgumentException(
                    sentence("cannot be a column, because its type is " + type.getSimpleName())
                            + "; use boolean, long, int, short, byte, double, float, BigDecimal,"
                            + " String, byte[], Instant, UUID or an enum, or write a RowMapper.");
        }
        conversion = known;
        column = column(component);
        accessor = component.getAccessor();
        try {
            accessor.setAccessible(true);
        } catch (InaccessibleObjectException e) {
            throw RecordMapper.inaccessible(component.getDeclaringRecord(), e);
        }
    }

    private Column column(RecordComponent component) {
        ColumnName name = component.getAnnotation(ColumnName.class);
        Decimal decimal = component.getAnnotation(Decimal.class);
        boolean isDecimal = conversion.type() == ColumnType.DECIMAL;
        if (isDecimal != (decimal != null)) {
            throw new IllegalArgumentException(
                    isDecimal
                            ? sentence("is a BigDecimal without @Decimal")
                                    + "; say how many digits it has, as @Decimal(precision = 18,"
                                    + " scale = 2)."
                            : sentence("has @Decimal, but is no BigDecimal")
                                    + "; remove @Decimal.");
        }
        boolean required =
                type.isPrimitive()
                        || component.isAnnotationPresent(Key.class)
                        || component.isAnnotationPresent(Required.class);
        return new Column(
                name == null ? component.getName() : name.value(),
                conversion.type(),
                !required,
                decimal == null ? 0 : decimal.precision(),
                decimal == null ? 0 : decimal.scale());
    }

    Column column() {
        return column;
    }

    /** How messages name it. */
    String title() {
        return title;
    }

    private String sentence(String rest) {
        return "T" + title.substring(1) + " " + rest;
    }

    /** The cell of a record. */
    @Nullable Object read(Record object) {
        Object value;
        try {
            value = accessor.invoke(object);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(sentence("cannot be read") + ".", e.getCause());
        } catch (IllegalAccessException e) {
            throw RecordMapper.inaccessible(object.getClass(), e);
        }
        if (value != null) {
            Object cell = conversion.toCell().apply(value);
            return cell instanceof BigDecimal decimal ? scaled(decimal) : cell;
        }
        if (!column.nullable()) {
            throw new IllegalArgumentException(
                    sentence("is null, but its column is required")
                            + "; give it a value, or remove @Required.");
        }
        return null;
    }

    private BigDecimal scaled(BigDecimal decimal) {
        if (decimal.scale() == column.scale()) {
            return decimal;
        }
        // Numbers of absurd scales would be written out.
        long before = (long) decimal.precision() - decimal.scale();
        if (Math.abs(before) > 2L * Column.PRECISION_MAX) {
            if (decimal.signum() == 0) {
                return BigDecimal.ZERO.setScale(column.scale());
            }
            throw before > 0
                    ? new IllegalArgumentException(
                            tooLong(decimal.toString())
                                    + (column.precision() - column.scale())
                                    + " digits before the point.")
                    : tooFine(decimal.toString(), null);
        }
        try {
            return decimal.setScale(column.scale());
        } catch (ArithmeticException e) {
            throw tooFine(decimal.toPlainString(), e);
        }
    }

    private IllegalArgumentException tooFine(String shown, @Nullable ArithmeticException cause) {
        return new IllegalArgumentException(
                tooLong(shown) + column.scale() + " digits behind the point; round it first.",
                cause);
    }

    private String tooLong(String shown) {
        return sentence("is " + (shown.length() <= 40 ? shown : shown.substring(0, 40) + "..."))
                + ", which has more than ";
    }

    /** What the record's constructor takes for a cell. */
    @Nullable Object fromCell(@Nullable Object cell) {
        if (cell == null) {
            if (type.isPrimitive()) {
                throw new IllegalArgumentException(
                        sentence("cannot be NULL, but its column is")
                                + "; make it a reference, as Integer.");
            }
            return null;
        }
        if (!conversion.type().javaClass().isInstance(cell)) {
            throw new IllegalArgumentException(
                    sentence("needs " + conversion.type().word())
                            + ", but its column holds "
                            + ColumnType.show(cell)
                            + ".");
        }
        try {
            return conversion.fromCell().apply(cell);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    sentence("is of the type " + type.getSimpleName())
                            + ", which cannot be "
                            + ColumnType.show(cell)
                            + ".",
                    e);
        }
    }

    private static Map.Entry<Class<?>, Conversion> asIs(Class<?> javaType, ColumnType columnType) {
        return Map.entry(javaType, new Conversion(columnType, value -> value, cell -> cell));
    }

    private static Map.Entry<Class<?>, Conversion> integer(
            Class<?> javaType, long least, long greatest, Function<Long, Object> narrow) {
        return Map.entry(
                javaType,
                new Conversion(
                        ColumnType.INT64,
                        value -> ((Number) value).longValue(),
                        cell -> {
                            Long number = (Long) cell;
                            if (number < least || number > greatest) {
                                throw new ArithmeticException("out of range");
                            }
                            return narrow.apply(number);
                        }));
    }

    private static Map.Entry<Class<?>, Conversion> floating(Class<?> javaType) {
        return Map.entry(
                javaType,
                new Conversion(
                        ColumnType.FLOAT64,
                        value -> ((Float) value).doubleValue(),
                        cell -> {
                            double number = (Double) cell;
                            float narrow = (float) number;
                            if (Float.isInfinite(narrow) && !Double.isInfinite(number)) {
                                throw new ArithmeticException("too great for a float");
                            }
                            return narrow;
                        }));
    }

    private static Conversion enumeration(Class<?> type) {
        return new Conversion(
                ColumnType.STRING,
                value -> ((Enum<?>) value).name(),
                cell ->
                        Arrays.stream(type.getEnumConstants())
                                .filter(constant -> ((Enum<?>) constant).name().equals(cell))
                                .findAny()
                                .orElseThrow(IllegalArgumentException::new));
    }
}
