package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fits values to the types of columns, exactly or not at all. */
final class Coercion {
    private static final Pattern TIME =
            Pattern.compile(
                    "(\\d{4})-(\\d\\d)-(\\d\\d)"
                            + "(?:[T ](\\d\\d):(\\d\\d)(?::(\\d\\d)(?:\\.(\\d{1,9}))?)?)?Z?");
    private static final int NANO_DIGITS = 9;

    /** Where a value stands among those that a column can hold. */
    sealed interface Operand {
        /** It is one of them. */
        record Exact(Object value) implements Operand {}

        /** It is between this one and the next greater. */
        record After(Object value) implements Operand {}

        /** It is less than all. */
        record BelowAll() implements Operand {}

        /** It is greater than all. */
        record AboveAll() implements Operand {}

        /** It is NULL. */
        record Unknown() implements Operand {}
    }

    private Coercion() {}

    /**
     * The value for a column.
     *
     * @return null for NULL
     * @throws SqlException if the column cannot hold it exactly
     */
    static @Nullable Object value(String table, Column column, SqlLiteral literal) {
        Operand operand = operand(table, column, literal);
        if (operand instanceof Operand.Exact exact) {
            return exact.value();
        } else if (operand instanceof Operand.Unknown && column.nullable()) {
            return null;
        } else if (operand instanceof Operand.After) {
            throw wrong(
                    table,
                    column,
                    literal.show(),
                    "it has more than " + column.scale() + " digits behind the point");
        }
        throw wrong(
                table,
                column,
                literal.show(),
                operand instanceof Operand.Unknown ? "" : "it is out of range");
    }

    /**
     * A value that a column is compared with.
     *
     * @throws SqlException if its type is not the column's
     */
    static Operand operand(String table, Column column, SqlLiteral literal) {
        if (literal instanceof SqlLiteral.Null) {
            return new Operand.Unknown();
        }
        return switch (column.type()) {
            case BOOL -> {
                if (literal instanceof SqlLiteral.Bool bool) {
                    yield new Operand.Exact(bool.value());
                }
                throw wrong(table, column, literal.show(), "write TRUE or FALSE");
            }
            case INT64, DECIMAL -> {
                if (literal instanceof SqlLiteral.Numeric number) {
                    yield exact(column, number.value());
                }
                throw wrong(table, column, literal.show(), "write a number");
            }
            case FLOAT64 -> {
                if (literal instanceof SqlLiteral.Numeric number) {
                    yield floating(table, column, number);
                }
                throw wrong(table, column, literal.show(), "write a number");
            }
            case STRING -> {
                if (literal instanceof SqlLiteral.Text text) {
                    yield new Operand.Exact(text.value());
                }
                throw wrong(table, column, literal.show(), "write text in single quotes");
            }
            case BYTES -> {
                if (literal instanceof SqlLiteral.Bytes bytes) {
                    yield new Operand.Exact(bytes.value());
                }
                throw wrong(table, column, literal.show(), "write bytes as X'00ff'");
            }
            case TIMESTAMP -> new Operand.Exact(instant(table, column, literal));
        };
    }

    private static Operand exact(Column column, BigDecimal value) {
        BigDecimal least;
        BigDecimal greatest;
        if (column.type() == ColumnType.INT64) {
            least = BigDecimal.valueOf(Long.MIN_VALUE);
            greatest = BigDecimal.valueOf(Long.MAX_VALUE);
        } else {
            BigInteger digits = BigInteger.TEN.pow(column.precision()).subtract(BigInteger.ONE);
            greatest = new BigDecimal(digits, column.scale());
            least = greatest.negate();
        }
        if (value.compareTo(least) < 0) {
            return new Operand.BelowAll();
        } else if (value.compareTo(greatest) > 0) {
            return new Operand.AboveAll();
        }
        BigDecimal floor = value.setScale(column.scale(), RoundingMode.FLOOR);
        Object held = column.type() == ColumnType.INT64 ? (Object) floor.longValueExact() : floor;
        return floor.compareTo(value) == 0 ? new Operand.Exact(held) : new Operand.After(held);
    }

    /** Floats take the nearest value there is, as everywhere. */
    private static Operand floating(String table, Column column, SqlLiteral.Numeric number) {
        double value = number.value().doubleValue();
        if (Double.isInfinite(value)) {
            throw wrong(table, column, number.show(), "it is out of range");
        }
        return new Operand.Exact(value + 0.0); // without the sign of a zero
    }

    private static Instant instant(String table, Column column, SqlLiteral literal) {
        String text = "";
        if (literal instanceof SqlLiteral.Time time) {
            text = time.text();
        } else if (literal instanceof SqlLiteral.Text plain) {
            text = plain.value();
        }
        Matcher matcher = TIME.matcher(text);
        try {
            if (matcher.matches()) {
                return LocalDateTime.of(
                                number(matcher, 1),
                                number(matcher, 2),
                                number(matcher, 3),
                                number(matcher, 4),
                                number(matcher, 5),
                                number(matcher, 6),
                                nanos(matcher.group(7)))
                        .toInstant(ZoneOffset.UTC);
            }
        } catch (DateTimeException e) {
            throw wrong(table, column, literal.show(), "there is no such day or time");
        }
        throw wrong(
                table,
                column,
                literal.show(),
                "write TIMESTAMP '2026-01-02 03:04:05.678', which is UTC");
    }

    private static int number(Matcher matcher, int group) {
        String digits = matcher.group(group);
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    private static int nanos(@Nullable String fraction) {
        return fraction == null
                ? 0
                : Integer.parseInt(fraction + "0".repeat(NANO_DIGITS - fraction.length()));
    }

    /**
     * A column cannot hold what was given.
     *
     * @param remedy what would do, or what is wrong; may be empty
     */
    static SqlException wrong(String table, Column column, String given, String remedy) {
        return new SqlException(
                "The column \""
                        + column.name()
                        + "\" of the table \""
                        + table
                        + "\" takes "
                        + column.typeWord()
                        + (column.nullable() ? "" : " not null")
                        + "; given was "
                        + Refusal.shortened(given)
                        + (remedy.isEmpty() ? "." : ", " + remedy + "."));
    }
}
