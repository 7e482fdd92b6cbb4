package io.paxosstore.table;

import io.paxosstore.protocol.model.Aggregate;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** One aggregate while rows go by. Not thread-safe. */
final class Aggregation {
    private final Aggregate.Function function;
    private final int place;
    private final @Nullable Column column;
    private long count;
    private long sum;
    private BigInteger carried = BigInteger.ZERO;
    private BigDecimal decimals = BigDecimal.ZERO;
    private double floats;
    private @Nullable Object extreme;

    Aggregation(Aggregate aggregate, Columns columns) {
        this.function = aggregate.function();
        String name = aggregate.column();
        this.place = name == null ? -1 : columns.place(name);
        this.column = name == null ? null : columns.column(place);
        boolean adds = function == Aggregate.Function.SUM || function == Aggregate.Function.AVG;
        if (adds && column != null && !column.type().isNumber()) {
            throw columns.cells()
                    .wrong(column.name(), column.typeWord(), "the " + function.word() + " of it");
        }
    }

    void add(StoredRow row) {
        Column its = column;
        if (its == null) {
            count++;
            return;
        }
        Object value = row.value(place);
        if (value == null) {
            return;
        }
        count++;
        switch (function) {
            case COUNT -> {}
            case SUM, AVG -> addNumber(value);
            case MIN -> extreme = better(its.type(), value, -1);
            case MAX -> extreme = better(its.type(), value, 1);
        }
    }

    private Object better(ColumnType type, Object value, int sign) {
        Object held = extreme;
        return held == null || type.compare(value, held) * sign > 0 ? value : held;
    }

    private void addNumber(Object value) {
        switch (value) {
            case Long number -> {
                long after = sum + number;
                if (((sum ^ after) & (number ^ after)) < 0) {
                    carried = carried.add(BigInteger.valueOf(sum));
                    after = number;
                }
                sum = after;
            }
            case Double number -> floats += number;
            case BigDecimal number -> decimals = decimals.add(number);
            default -> throw new IllegalStateException("no number: " + value.getClass());
        }
    }

    /** What it comes to. */
    @Nullable Object result() {
        if (function == Aggregate.Function.COUNT) {
            return count;
        }
        if (count == 0) {
            return null;
        }
        return switch (function) {
            case COUNT -> count;
            case MIN, MAX -> extreme;
            case SUM -> isFloat() ? (Object) floats : total();
            case AVG ->
                    isFloat()
                            ? (Object) (floats / count)
                            : total().divide(
                                            BigDecimal.valueOf(count),
                                            total().scale() + Aggregate.AVG_DIGITS,
                                            RoundingMode.HALF_UP);
        };
    }

    private boolean isFloat() {
        return column != null && column.type() == ColumnType.FLOAT64;
    }

    private BigDecimal total() {
        return column != null && column.type() == ColumnType.DECIMAL
                ? decimals
                : new BigDecimal(carried.add(BigInteger.valueOf(sum)));
    }
}
