package io.paxosstore.table;

import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Which records an operation reads to find the rows of a condition: ranges of the primary key or of
 * one index. They may hold more rows than are meant, never less; the condition decides.
 *
 * @param index which index; null for the primary key
 * @param ranges in ascending order, none overlaps another
 * @param arePoints whether each range of the primary key is that of one row
 */
record AccessPlan(TableDefinition.@Nullable Index index, List<KeyRange> ranges, boolean arePoints) {
    /** Most ranges that the values of an IN make. */
    static final int RANGES_MAX = 1000;

    private static final int EQUAL_SCORE = 4;
    private static final int RANGE_SCORE = 2;
    private static final int NULL = 0;
    private static final int PRESENT = 1;

    /** What a condition says of one column. */
    private static final class Constraint {
        /** Values that the column has one of; null if it says nothing of the kind. */
        @Nullable List<Object> equal;

        boolean isNull;
        @Nullable Object lower;
        boolean lowerIncluded;
        @Nullable Object upper;
        boolean upperIncluded;
        @Nullable String prefix;

        boolean isRange() {
            return lower != null || upper != null || prefix != null;
        }
    }

    /** Ranges as they grow column by column. */
    private record Draft(List<KeyRange> ranges, int score, boolean arePoints) {}

    /** The plan for a condition without any index. */
    static AccessPlan ofKey(Condition condition, TableDefinition table, Columns columns) {
        Map<Integer, Constraint> constraints = new HashMap<>();
        collect(condition, columns, constraints);
        Draft draft = draft(table, table.keyPlaces(), constraints, null);
        return new AccessPlan(null, draft.ranges(), draft.arePoints());
    }

    /** The plan for a condition. */
    static AccessPlan of(Condition condition, TableDefinition table, Columns columns) {
        Map<Integer, Constraint> constraints = new HashMap<>();
        collect(condition, columns, constraints);
        Draft best = draft(table, table.keyPlaces(), constraints, null);
        TableDefinition.Index chosen = null;
        for (TableDefinition.Index index : table.indexes()) {
            if (index.isComplete()) {
                Draft its = draft(table, index.places(), constraints, index);
                if (its.score() > best.score() && !best.arePoints()) {
                    best = its;
                    chosen = index;
                }
            }
        }
        return new AccessPlan(chosen, best.ranges(), chosen == null && best.arePoints());
    }

    private static void collect(
            Condition condition, Columns columns, Map<Integer, Constraint> constraints) {
        switch (condition) {
            case Condition.And and ->
                    and.conditions().forEach(part -> collect(part, columns, constraints));
            case Condition.Compare compare -> {
                int place = columns.place(compare.column());
                Object value = keyValue(columns, place, compare.value());
                if (value != null) {
                    compare(
                            constraint(constraints, place),
                            compare.comparison(),
                            value,
                            columns.column(place));
                }
            }
            case Condition.In in -> {
                int place = columns.place(in.column());
                List<Object> values = new ArrayList<>();
                for (Object value : in.values()) {
                    Object converted = keyValue(columns, place, value);
                    if (converted == null) {
                        return;
                    }
                    values.add(converted);
                }
                Constraint constraint = constraint(constraints, place);
                if (constraint.equal == null) {
                    constraint.equal = values;
                }
            }
            case Condition.IsNull isNull ->
                    constraint(constraints, columns.place(isNull.column())).isNull = true;
            case Condition.Like like -> {
                String prefix = LikePattern.of(like.pattern()).prefix();
                if (!prefix.isEmpty()) {
                    constraint(constraints, columns.place(like.column())).prefix = prefix;
                }
            }
            case Condition.Or _, Condition.Not _ -> {}
        }
    }

    private static Constraint constraint(Map<Integer, Constraint> constraints, int place) {
        return constraints.computeIfAbsent(place, _ -> new Constraint());
    }

    /** The value as it is in keys; null if there is none that is exactly so. */
    private static @Nullable Object keyValue(Columns columns, int place, Object value) {
        Column column = columns.column(place);
        Object compared = columns.cells().compared(column, value);
        return compared instanceof BigDecimal decimal ? Cells.scaled(column, decimal) : compared;
    }

    private static void compare(
            Constraint constraint, Comparison comparison, Object value, Column column) {
        switch (comparison) {
            case EQUAL -> {
                if (constraint.equal == null || constraint.equal.size() > 1) {
                    constraint.equal = List.of(value);
                }
            }
            case NOT_EQUAL -> {}
            case LESS, AT_MOST -> {
                Object upper = constraint.upper;
                int order = upper == null ? -1 : column.type().compare(value, upper);
                boolean included = comparison == Comparison.AT_MOST;
                if (order < 0 || (order == 0 && !included)) {
                    constraint.upper = value;
                    constraint.upperIncluded = included;
                }
            }
            case GREATER, AT_LEAST -> {
                Object lower = constraint.lower;
                int order = lower == null ? 1 : column.type().compare(value, lower);
                boolean included = comparison == Comparison.AT_LEAST;
                if (order > 0 || (order == 0 && !included)) {
                    constraint.lower = value;
                    constraint.lowerIncluded = included;
                }
            }
        }
    }

    private static Draft draft(
            TableDefinition table,
            int[] places,
            Map<Integer, Constraint> constraints,
            TableDefinition.@Nullable Index index) {
        ByteWriter begin = new ByteWriter(2);
        if (index != null) {
            RowKeys.putIndex(begin, index);
        }
        List<byte[]> prefixes = List.of(begin.toBytes());
        int score = 0;
        for (int place : places) {
            Constraint constraint = constraints.get(place);
            if (constraint == null) {
                return new Draft(whole(prefixes), score, false);
            }
            List<byte[]> longer =
                    extended(prefixes, table.column(place), constraint, index != null);
            if (longer == null) {
                return constraint.isRange()
                        ? new Draft(
                                ranges(prefixes, table.column(place), constraint, index != null),
                                score + RANGE_SCORE,
                                false)
                        : new Draft(whole(prefixes), score, false);
            }
            prefixes = longer;
            score += EQUAL_SCORE;
        }
        return new Draft(whole(prefixes), score, true);
    }

    /** The prefixes, each followed by each of the values a column may have; null if many may. */
    private static @Nullable List<byte[]> extended(
            List<byte[]> prefixes, Column column, Constraint constraint, boolean nullable) {
        TreeSet<byte[]> all = new TreeSet<>(Arrays::compareUnsigned);
        List<Object> equal = constraint.equal;
        if (equal != null) {
            if (equal.size() * (long) prefixes.size() > RANGES_MAX) {
                return null;
            }
            for (byte[] prefix : prefixes) {
                for (Object value : equal) {
                    all.add(extended(prefix, column, value, nullable));
                }
            }
        } else if (constraint.isNull && nullable) {
            for (byte[] prefix : prefixes) {
                all.add(new ByteWriter(prefix.length + 1).putRaw(prefix).putByte(NULL).toBytes());
            }
        } else {
            return null;
        }
        return List.copyOf(all);
    }

    private static byte[] extended(byte[] prefix, Column column, Object value, boolean nullable) {
        ByteWriter out = new ByteWriter(prefix.length + 16).putRaw(prefix);
        if (nullable) {
            KeyCodec.putNullable(out, column.type(), value);
        } else {
            KeyCodec.put(out, column.type(), value);
        }
        return out.toBytes();
    }

    private static List<KeyRange> whole(List<byte[]> prefixes) {
        return prefixes.stream()
                .map(prefix -> new KeyRange(prefix, RowKeys.afterPrefix(prefix)))
                .toList();
    }

    private static List<KeyRange> ranges(
            List<byte[]> prefixes, Column column, Constraint constraint, boolean nullable) {
        List<KeyRange> ranges = new ArrayList<>();
        for (byte[] prefix : prefixes) {
            byte[] present =
                    nullable
                            ? new ByteWriter(prefix.length + 1)
                                    .putRaw(prefix)
                                    .putByte(PRESENT)
                                    .toBytes()
                            : prefix;
            KeyRange range = new KeyRange(present, RowKeys.afterPrefix(present));
            String text = constraint.prefix;
            if (text != null) {
                ByteWriter out = new ByteWriter(present.length + 16).putRaw(present);
                KeyCodec.putPrefix(out, text);
                byte[] begin = out.toBytes();
                range = new KeyRange(begin, RowKeys.afterPrefix(begin));
            }
            Object lower = constraint.lower;
            if (lower != null) {
                byte[] bound = extended(prefix, column, lower, nullable);
                byte[] from = constraint.lowerIncluded ? bound : RowKeys.afterPrefix(bound);
                range = from == null ? range : range.startingAt(from);
            }
            Object upper = constraint.upper;
            if (upper != null) {
                byte[] bound = extended(prefix, column, upper, nullable);
                byte[] to = constraint.upperIncluded ? RowKeys.afterPrefix(bound) : bound;
                range = to == null ? range : range.endingBefore(to);
            }
            if (!range.isEmpty()) {
                ranges.add(range);
            }
        }
        return ranges;
    }
}
