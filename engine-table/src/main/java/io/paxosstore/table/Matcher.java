package io.paxosstore.table;

import io.paxosstore.log.WorkMeter;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Decides whether a condition holds for a row, in SQL's three-valued logic. Immutable. */
interface Matcher {
    /** What comparing two decimals costs: one of them may have to be scaled. */
    long DECIMAL_STEPS = 8;

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

    /**
     * A matcher of a condition, whose columns and values are those of the table.
     *
     * @param meter charged for every comparison
     */
    static Matcher of(Condition condition, Columns columns, WorkMeter meter) {
        return switch (condition) {
            case Condition.Compare compare -> compare(compare, columns, meter);
            case Condition.In in -> in(in, columns, meter);
            case Condition.Like like -> like(like, columns, meter);
            case Condition.IsNull isNull -> {
                int place = columns.place(isNull.column());
                yield row -> {
                    meter.charge(1);
                    return Truth.of(row.value(place) == null);
                };
            }
            case Condition.And and -> all(of(and.conditions(), columns, meter));
            case Condition.Or or -> any(of(or.conditions(), columns, meter));
            case Condition.Not not -> {
                Matcher inner = of(not.condition(), columns, meter);
                yield row -> inner.test(row).not();
            }
        };
    }

    private static List<Matcher> of(List<Condition> conditions, Columns columns, WorkMeter meter) {
        return conditions.stream().map(condition -> of(condition, columns, meter)).toList();
    }

    /** What comparing a value of a column with an operand costs. */
    private static long steps(ColumnType type, Object operand) {
        long each = type == ColumnType.DECIMAL ? DECIMAL_STEPS : 1;
        return each + ColumnType.size(operand) / WorkMeter.BYTES_PER_STEP;
    }

    private static Matcher compare(Condition.Compare compare, Columns columns, WorkMeter meter) {
        int place = columns.place(compare.column());
        Column column = columns.column(place);
        ColumnType type = column.type();
        Object operand = columns.cells().compared(column, compare.value());
        IntPredicate holds = holds(compare.comparison());
        long steps = steps(type, operand);
        return row -> {
            meter.charge(steps);
            Object value = row.value(place);
            return value == null
                    ? Truth.UNKNOWN
                    : Truth.of(holds.test(type.compare(value, operand)));
        };
    }

    private static IntPredicate holds(Comparison comparison) {
        return order -> comparison.holds(order, 0);
    }

    private static Matcher in(Condition.In in, Columns columns, WorkMeter meter) {
        int place = columns.place(in.column());
        Column column = columns.column(place);
        ColumnType type = column.type();
        List<Object> operands = new ArrayList<>(in.values().size());
        long all = 1;
        for (Object value : in.values()) {
            Object operand = columns.cells().compared(column, value);
            operands.add(operand);
            all += steps(type, operand);
        }
        long steps = all;
        return row -> {
            Object value = row.value(place);
            if (value == null) {
                return operands.isEmpty() ? Truth.FALSE : Truth.UNKNOWN;
            }
            meter.charge(steps);
            for (Object operand : operands) {
                if (type.compare(value, operand) == 0) {
                    return Truth.TRUE;
                }
            }
            return Truth.FALSE;
        };
    }

    private static Matcher like(Condition.Like like, Columns columns, WorkMeter meter) {
        int place = columns.place(like.column());
        Column column = columns.column(place);
        if (column.type() != ColumnType.STRING) {
            throw columns.cells().wrong(column.name(), column.typeWord(), "a pattern");
        }
        LikePattern pattern = LikePattern.of(like.pattern());
        return row -> {
            Object value = row.value(place);
            return value == null ? Truth.UNKNOWN : Truth.of(pattern.matches((String) value, meter));
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
