package io.paxosstore.table;

import io.paxosstore.log.WorkMeter;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which records an operation reads to find the rows of a condition: ranges of the primary key or of
 * one index. They may hold more rows than are meant, never less; the condition decides.
 *
 * @param index which index; null for the primary key
 * @param ranges in ascending order, none overlaps another
 * @param arePoints whether each range of the primary key is that of one row
 */
record AccessPlan(TableDefinition.@Nullable Index index, List<KeyRange> ranges, boolean arePoints) {
    /** The plan for a condition without any index. */
    static AccessPlan ofKey(
            Condition condition, TableDefinition table, Columns columns, WorkMeter meter) {
        Map<Integer, Constraint> constraints = new HashMap<>();
        collect(condition, columns, constraints);
        RangeDraft draft = RangeDraft.of(table, table.keyPlaces(), constraints, null, meter);
        return new AccessPlan(null, draft.ranges(), draft.arePoints());
    }

    /**
     * The plan for a condition.
     *
     * @param meter charged for what making it takes
     */
    static AccessPlan of(
            Condition condition, TableDefinition table, Columns columns, WorkMeter meter) {
        Map<Integer, Constraint> constraints = new HashMap<>();
        collect(condition, columns, constraints);
        RangeDraft best = RangeDraft.of(table, table.keyPlaces(), constraints, null, meter);
        TableDefinition.Index chosen = null;
        for (TableDefinition.Index index : table.indexes()) {
            if (index.isComplete() && !best.arePoints()) {
                RangeDraft its = RangeDraft.of(table, index.places(), constraints, index, meter);
                if (its.score() > best.score()) {
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
}
