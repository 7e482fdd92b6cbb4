package io.paxosstore.table;

import io.paxosstore.protocol.model.Aggregate;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** Sums and aggregates of the naive twin. */
final class NaiveAggregates {
    private NaiveAggregates() {}

    static Object sum(String table, Object value, Object operand) {
        return switch (value) {
            case Long number -> {
                try {
                    yield Math.addExact(number, (Long) operand);
                } catch (ArithmeticException e) {
                    throw new NaiveTable.Failed(new Failure.NumberOverflow(table));
                }
            }
            case Double number -> number + (Double) operand;
            case BigDecimal number -> number.add((BigDecimal) operand);
            default -> throw new AssertionError("no number: " + value);
        };
    }

    static @Nullable Object of(
            String table,
            TableSchema schema,
            Aggregate aggregate,
            Supplier<List<NaiveTable.Row>> meant) {
        String name = aggregate.column();
        if (name == null) {
            return (long) meant.get().size();
        }
        int place = new NaiveConditions(table, schema).place(name);
        Column column = schema.columns().get(place);
        boolean adds =
                aggregate.function() == Aggregate.Function.SUM
                        || aggregate.function() == Aggregate.Function.AVG;
        if (adds && !column.type().isNumber()) {
            throw NaiveCells.wrong(table, column);
        }
        List<Object> values =
                meant.get().stream()
                        .map(row -> row.value(place))
                        .filter(Objects::nonNull)
                        .map(Objects::requireNonNull)
                        .toList();
        if (aggregate.function() == Aggregate.Function.COUNT) {
            return (long) values.size();
        }
        if (values.isEmpty()) {
            return null;
        }
        return switch (aggregate.function()) {
            case COUNT -> (long) values.size();
            case MIN -> Collections.min(values, NaiveCells::compare);
            case MAX -> Collections.max(values, NaiveCells::compare);
            case SUM -> total(column, values);
            case AVG -> {
                Object total = total(column, values);
                yield total instanceof BigDecimal decimal
                        ? decimal.divide(
                                BigDecimal.valueOf(values.size()),
                                column.scale() + 10,
                                RoundingMode.HALF_UP)
                        : (Object) ((Double) total / values.size());
            }
        };
    }

    private static Object total(Column column, List<Object> values) {
        if (column.type() == ColumnType.FLOAT64) {
            return values.stream().mapToDouble(value -> (Double) value).reduce(0, Double::sum);
        }
        BigDecimal total = BigDecimal.ZERO.setScale(column.scale());
        for (Object value : values) {
            total =
                    total.add(
                            value instanceof Long number
                                    ? BigDecimal.valueOf(number)
                                    : (BigDecimal) value);
        }
        return total;
    }
}
