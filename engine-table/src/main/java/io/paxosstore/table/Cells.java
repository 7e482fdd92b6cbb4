package io.paxosstore.table;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Failure;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Brings values to the form in which columns keep them, or refuses them. */
final class Cells {
    private final String table;

    Cells(String table) {
        this.table = table;
    }

    /** The value as a column keeps it: what would change its meaning is refused. */
    @Nullable Object stored(Column column, @Nullable Object value) {
        if (value == null) {
            if (!column.nullable()) {
                throw wrong(column, null);
            }
            return null;
        }
        Object converted = compared(column, value);
        if (converted instanceof BigDecimal decimal) {
            return fitted(column, decimal);
        }
        return converted;
    }

    /** The value as a column's values are compared with it; decimals keep their digits. */
    Object compared(Column column, Object value) {
        ColumnType type = column.type();
        if (value instanceof Long number && type == ColumnType.DECIMAL) {
            return BigDecimal.valueOf(number);
        }
        if (value instanceof Long number && type == ColumnType.FLOAT64) {
            double converted = number;
            if (number == (long) converted && number != Long.MAX_VALUE) {
                return converted;
            }
        }
        if (!type.javaClass().isInstance(value)) {
            throw wrong(column, value);
        }
        // Two zeros that are equal must have equal bytes.
        return value instanceof Double number ? (Object) (number + 0.0) : value;
    }

    private BigDecimal fitted(Column column, BigDecimal decimal) {
        BigDecimal fitted = scaled(column, decimal);
        if (fitted == null || fitted.precision() > column.precision()) {
            throw wrong(column, decimal);
        }
        return fitted;
    }

    /** A decimal with as many digits behind its point as the column; null if it has more. */
    static @Nullable BigDecimal scaled(Column column, BigDecimal decimal) {
        // Numbers of absurd scales would be written out.
        if (Math.abs((long) decimal.precision() - decimal.scale()) > 2L * Column.PRECISION_MAX) {
            return decimal.signum() == 0 ? BigDecimal.ZERO.setScale(column.scale()) : null;
        }
        BigDecimal scaled = decimal.setScale(column.scale(), RoundingMode.DOWN);
        return scaled.compareTo(decimal) == 0 ? scaled : null;
    }

    /** The failure that a column cannot take a value. */
    TableFailureException wrong(Column column, @Nullable Object value) {
        String expected = column.typeWord() + (column.nullable() ? "" : " not null");
        String given =
                value == null ? "NULL" : ColumnType.ofValue(value).word() + " " + shortened(value);
        return wrong(column.name(), expected, given);
    }

    TableFailureException wrong(String column, String expected, String given) {
        return new TableFailureException(new Failure.WrongColumn(table, column, expected, given));
    }

    private static String shortened(Object value) {
        String shown = ColumnType.show(value);
        return shown.length() <= 40 ? shown : shown.substring(0, 40) + "...";
    }
}
