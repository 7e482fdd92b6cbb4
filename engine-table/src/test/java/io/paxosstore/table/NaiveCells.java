package io.paxosstore.table;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.Order;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** What values are equal, which is less, which fit a column: written without a look at bytes. */
final class NaiveCells {
    private NaiveCells() {}

    /** Ends an operation that fails. */
    static NaiveTable.Failed wrong(String table, Column column) {
        return new NaiveTable.Failed(new Failure.WrongColumn(table, column.name(), "", ""));
    }

    static int compare(Object a, Object b) {
        return switch (a) {
            case Boolean left -> left.compareTo((Boolean) b);
            case Long left -> left.compareTo((Long) b);
            case Double left -> left.compareTo((Double) b);
            case BigDecimal left -> left.compareTo((BigDecimal) b);
            case String left ->
                    Arrays.compare(
                            left.codePoints().toArray(), ((String) b).codePoints().toArray());
            case byte[] left -> compareBytes(left, (byte[]) b);
            case Instant left -> left.compareTo((Instant) b);
            default -> throw new AssertionError("no value of a column: " + a);
        };
    }

    private static int compareBytes(byte[] a, byte[] b) {
        for (int i = 0; i < a.length && i < b.length; i++) {
            int order = Integer.compare(a[i] & 0xff, b[i] & 0xff);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.length, b.length);
    }

    static int compareKeys(List<? extends Object> a, List<? extends Object> b) {
        for (int i = 0; i < a.size(); i++) {
            int order = compare(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Sorts by one column, NULL first; the other way round if the order descends. */
    static Comparator<NaiveTable.Row> by(int place, Order order) {
        Comparator<NaiveTable.Row> ascending =
                (a, b) -> compareNullable(a.value(place), b.value(place));
        return order.descending() ? ascending.reversed() : ascending;
    }

    private static int compareNullable(@Nullable Object a, @Nullable Object b) {
        if (a == null || b == null) {
            return Boolean.compare(a != null, b != null);
        }
        return compare(a, b);
    }

    /** The value as a column compares with it. */
    static Object compared(String table, Column column, Object value) {
        ColumnType type = column.type();
        if (value instanceof Long number && type == ColumnType.DECIMAL) {
            return BigDecimal.valueOf(number);
        }
        if (value instanceof Long number && type == ColumnType.FLOAT64) {
            double converted = number;
            if (new BigDecimal(converted).compareTo(BigDecimal.valueOf(number)) == 0) {
                return converted;
            }
        }
        if (ColumnType.ofValue(value) != type) {
            throw wrong(table, column);
        }
        return value instanceof Double number && number == 0 ? (Object) 0.0 : value;
    }

    /** The value as a column keeps it. */
    static @Nullable Object stored(String table, Column column, @Nullable Object value) {
        if (value == null) {
            if (!column.nullable()) {
                throw wrong(table, column);
            }
            return null;
        }
        Object compared = compared(table, column, value);
        if (!(compared instanceof BigDecimal decimal)) {
            return compared;
        }
        BigDecimal stripped = decimal.stripTrailingZeros();
        int before = stripped.precision() - stripped.scale();
        boolean fits =
                stripped.signum() == 0
                        || (stripped.scale() <= column.scale()
                                && before <= column.precision() - column.scale());
        if (!fits) {
            throw wrong(table, column);
        }
        return stripped.signum() == 0
                ? BigDecimal.ZERO.setScale(column.scale())
                : stripped.setScale(column.scale());
    }
}
