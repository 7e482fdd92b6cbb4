package io.paxosstore.client;

import io.paxosstore.protocol.model.Assignment;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.TableOperation;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A change of rows of a table: what to change, and in which rows. Immutable: each method gives
 * another update.
 *
 * <pre>{@code
 * long changed = table.update().set("city", "Wien").add("moves", 1).key("Ada").execute();
 * }</pre>
 */
public final class RowUpdate {
    private final EntityCalls calls;
    private final TableBinding<?> binding;
    private final List<Assignment> assignments;
    private final @Nullable Condition where;
    private final long limit;

    RowUpdate(EntityCalls calls, TableBinding<?> binding) {
        this(calls, binding, List.of(), null, 0);
    }

    private RowUpdate(
            EntityCalls calls,
            TableBinding<?> binding,
            List<Assignment> assignments,
            @Nullable Condition where,
            long limit) {
        this.calls = calls;
        this.binding = binding;
        this.assignments = assignments;
        this.where = where;
        this.limit = limit;
    }

    /** Gives a column, not of the primary key, a value; null for NULL. */
    public RowUpdate set(String column, @Nullable Object value) {
        return with(new Assignment.Set(column, ColumnType.toValue(value)));
    }

    /** Adds to a number; NULL stays NULL. */
    public RowUpdate add(String column, Number value) {
        Object converted = ColumnType.toValue(value);
        if (converted == null) {
            throw new IllegalArgumentException(
                    "The column \"" + column + "\" cannot be added null; give it a number.");
        }
        return with(new Assignment.Add(column, converted));
    }

    private RowUpdate with(Assignment assignment) {
        List<Assignment> more = new ArrayList<>(assignments);
        more.add(assignment);
        return new RowUpdate(calls, binding, List.copyOf(more), where, limit);
    }

    /**
     * In the rows for which the condition is true; with those that were given before, all must be.
     */
    public RowUpdate where(Condition condition) {
        return new RowUpdate(
                calls,
                binding,
                assignments,
                where == null ? condition : where.and(condition),
                limit);
    }

    /**
     * In the row of this key.
     *
     * @param key values of the primary key's columns, in their order
     * @throws IllegalStateException if the handle does not know the schema
     */
    public RowUpdate key(Object... key) {
        return where(binding.where(binding.key(key)));
    }

    /**
     * In so many rows at most, the first in the order of the primary key; 0 for all.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public RowUpdate limit(long newLimit) {
        return new RowUpdate(calls, binding, assignments, where, Checks.rows(newLimit));
    }

    /**
     * Executes it; how many rows were meant.
     *
     * @throws IllegalStateException if nothing is to be changed, or it is not said in which rows
     */
    public long execute() {
        return calls.call(op());
    }

    /** Like {@link #execute}. */
    public CompletableFuture<Long> executeAsync() {
        return calls.callAsync(op());
    }

    /** The update as an operation of a {@link MultiOpBuilder}. */
    public Step<Long> op() {
        Condition rows = where;
        if (assignments.isEmpty() || rows == null) {
            throw new IllegalStateException(
                    assignments.isEmpty()
                            ? "The update changes nothing; use set or add."
                            : "The update does not say which rows; use key or where, with"
                                    + " Condition.all() for all rows.");
        }
        return new Step<>(
                calls.entity(),
                "update",
                new TableOperation.Update(binding.name(), assignments, rows, limit),
                ObjectOps::count);
    }
}
