package io.paxosstore.table;

import io.paxosstore.client.model.Comparison;
import io.paxosstore.client.table.Column;
import io.paxosstore.client.table.ColumnType;
import io.paxosstore.client.table.Condition;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Decides whether a condition holds for a row, in SQL's three-valued logic. Immutable. */
interface Matcher {
    /** What a condition is for a row. */
    enum Truth {
        FALSE,
        UNKNOWN,
        TRUE;

        static Truth of(boolean holds) {
            return holds ? TRUE : FALSE;
        }

        Truth not() {
            return switch (this) {
                case FALSE -> TRUE;
                case UNKNOWN -> UNKNOWN;
                case TRUE -> FALSE;
            };
        }
    }

    /** What the condition is for a row. */
    Truth test(StoredRow row);

    /** A matcher of a condition, whose columns and values are those of the table. */
    static Matcher of(Condition condition, Columns columns) {
        return switch (condition) {
            case Condition.Compare compare -> compare(compare, columns);
            case Condition.In in -> in(in, columns);
            case Condition.Like like -> like(like, columns);
            case Condition.IsNull isNull -> {
                int place = columns.place(isNull.column());
                yield row -> Truth.of(row.value(place) == null);
            }
            case Condition.And and -> all(of(and.conditions(), columns));
            case Condition.Or or -> any(of(or.conditions(), columns));
            case Condition.Not not -> {
                Matcher inner = of(not.condition(), columns);
                yield row -> inner.test(row).not();
            }
        };
    }

    private static List<Matcher> of(List<Condition> conditions, Columns columns) {
        return conditions.stream().map(condition -> of(condition, columns)).toList();
    }

    private static Matcher compare(Condition.Compare compare, Columns columns) {
        int place = columns.place(compare.column());
        Column column = columns.column(place);
        ColumnType type = column.type();
        Object operand = columns.cells().compared(column, compare.value());
        IntPredicate holds = holds(compare.comparison());
        return row -> {
            Object value = row.value(place);
            return value == null
                    ? Truth.UNKNOWN
                    : Truth.of(holds.test(type.compare(value, operand)));
        };
    }

    private static IntPredicate holds(Comparison comparison) {
        return order -> comparison.holds(order, 0);
    }

    private static Matcher in(Condition.In in, Columns columns) {
        int place = columns.place(in.column());
        Column column = columns.column(place);
        ColumnType type = column.type();
        List<Object> operands = new ArrayList<>(in.values().size());
        for (Object value : in.values()) {
            operands.add(columns.cells().compared(column, value));
        }
        return row -> {
            Object value = row.value(place);
            if (value == null) {
                return operands.isEmpty() ? Truth.FALSE : Truth.UNKNOWN;
            }
            for (Object operand : operands) {
                if (type.compare(value, operand) == 0) {
                    return Truth.TRUE;
                }
            }
            return Truth.FALSE;
        };
    }

    private static Matcher like(Condition.Like like, Columns columns) {
        int place = columns.place(like.column());
        Column column = columns.column(place);
        if (column.type() != ColumnType.STRING) {
            throw columns.cells().wrong(column.name(), column.typeWord(), "a pattern");
        }
        LikePattern pattern = LikePattern.of(like.pattern());
        return row -> {
            Object value = row.value(place);
            return value == null ? Truth.UNKNOWN : Truth.of(pattern.matches((String) value));
        };
    }

    private static Matcher all(List<Matcher> parts) {
        return row -> {
            Truth truth = Truth.TRUE;
            for (Matcher part : parts) {
                Truth its = part.test(row);
                if (its == Truth.FALSE) {
                    return its;
                }
                truth = its == Truth.UNKNOWN ? its : truth;
            }
            return truth;
        };
    }

    private static Matcher any(List<Matcher> parts) {
        return row -> {
            Truth truth = Truth.FALSE;
            for (Matcher part : parts) {
                Truth its = part.test(row);
                if (its == Truth.TRUE) {
                    return its;
                }
                truth = its == Truth.UNKNOWN ? its : truth;
            }
            return truth;
        };
    }
}
