package io.paxosstore.client.table;

import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * A column in a condition, best used by a static import:
 *
 * <pre>{@code
 * column("city").eq("Graz").and(column("age").atLeast(18))
 * }</pre>
 *
 * <p>Values are what {@link ColumnType#toValue} takes, but not null: a comparison with NULL is
 * never true, as in SQL. Immutable.
 */
public final class Col {
    private final String name;

    private Col(String name) {
        this.name = name;
    }

    /** A column. */
    public static Col column(String name) {
        return new Col(name);
    }

    /** It equals the value. */
    public Condition eq(Object value) {
        return compare(Comparison.EQUAL, value);
    }

    /** It is another value. */
    public Condition ne(Object value) {
        return compare(Comparison.NOT_EQUAL, value);
    }

    /** It is less than the value. */
    public Condition less(Object value) {
        return compare(Comparison.LESS, value);
    }

    /** It is the value or less. */
    public Condition atMost(Object value) {
        return compare(Comparison.AT_MOST, value);
    }

    /** It is greater than the value. */
    public Condition greater(Object value) {
        return compare(Comparison.GREATER, value);
    }

    /** It is the value or greater. */
    public Condition atLeast(Object value) {
        return compare(Comparison.AT_LEAST, value);
    }

    /** It is one of both values, or between them. */
    public Condition between(Object low, Object high) {
        return atLeast(low).and(atMost(high));
    }

    /** It equals one of the values; with none, never. */
    public Condition in(Object... values) {
        return in(Arrays.asList(values));
    }

    /** Like {@link #in(Object...)}. */
    public Condition in(Collection<?> values) {
        List<Object> converted = new ArrayList<>(values.size());
        for (Object value : values) {
            converted.add(value(value));
        }
        return new Condition.In(name, converted);
    }

    /** It matches a pattern; see {@link Condition.Like}. */
    public Condition like(String pattern) {
        return new Condition.Like(name, pattern);
    }

    /** It is a string that begins so, every character standing for itself. */
    public Condition startsWith(String prefix) {
        String escaped = prefix.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
        return like(escaped + "%");
    }

    /** It holds no value. */
    public Condition isNull() {
        return new Condition.IsNull(name);
    }

    /** It holds a value. */
    public Condition notNull() {
        return isNull().not();
    }

    /** It compares so to the value. */
    public Condition compare(Comparison comparison, Object value) {
        return new Condition.Compare(name, comparison, value(value));
    }

    private Object value(@Nullable Object value) {
        Object converted = ColumnType.toValue(value);
        if (converted == null) {
            throw new IllegalArgumentException(
                    "The column \""
                            + name
                            + "\" is compared with NULL, which is never true; use isNull or"
                            + " notNull.");
        }
        return converted;
    }
}
