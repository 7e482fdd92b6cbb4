package io.paxosstore.client.table;

import io.paxosstore.protocol.model.ColumnType;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A row of a table, or a part of one: names of columns and their values, in order. Immutable, but
 * byte arrays are not copied and must not be changed.
 *
 * <pre>{@code
 * Row ada = Row.of("name", "Ada", "age", 36);
 * long age = ada.getLong("age");
 * }</pre>
 */
public final class Row {
    private final List<String> columns;
    private final List<@Nullable Object> values;

    private Row(List<String> columns, List<@Nullable Object> values) {
        this.columns = columns;
        this.values = Collections.unmodifiableList(values);
    }

    /**
     * A row.
     *
     * @param value as {@link ColumnType#toValue} takes it: an Integer becomes a Long, and so on
     * @param more further names of columns, each followed by its value
     * @throws IllegalArgumentException if there is a name without a value, a column twice, or what
     *     no column can hold
     */
    public static Row of(String column, @Nullable Object value, @Nullable Object... more) {
        if (more.length % 2 != 0) {
            throw new IllegalArgumentException(
                    "The last column of the row has no value; give names and values in turns.");
        }
        List<String> columns = new ArrayList<>(1 + more.length / 2);
        List<@Nullable Object> values = new ArrayList<>(1 + more.length / 2);
        columns.add(column);
        values.add(ColumnType.toValue(value));
        for (int i = 0; i < more.length; i += 2) {
            if (!(more[i] instanceof String name)) {
                throw new IllegalArgumentException(
                        "The name of a column is to be a String, but there is "
                                + ColumnType.show(more[i])
                                + "; give names and values in turns.");
            }
            if (columns.contains(name)) {
                throw twice(name);
            }
            columns.add(name);
            values.add(ColumnType.toValue(more[i + 1]));
        }
        return new Row(List.copyOf(columns), values);
    }

    /**
     * A row; the lists are copied.
     *
     * @param values one for each column, as of {@link #of(String, Object, Object...)}
     * @throws IllegalArgumentException if there are more or fewer values than columns, a column
     *     twice, or values that no column can hold
     */
    public static Row of(List<String> columns, List<? extends @Nullable Object> values) {
        Set<String> distinct = new HashSet<>();
        for (String column : columns) {
            if (!distinct.add(column)) {
                throw twice(column);
            }
        }
        return ofResult(columns, values);
    }

    /**
     * A row that was found, in which a column may be twice, as a query may name it twice; otherwise
     * like {@link #of(List, List)}. What asks for such a column by its name is given the first.
     */
    public static Row ofResult(List<String> columns, List<? extends @Nullable Object> values) {
        if (columns.size() != values.size()) {
            throw new IllegalArgumentException(
                    "A row has "
                            + columns.size()
                            + " columns and "
                            + values.size()
                            + " values; give each column one.");
        }
        List<@Nullable Object> converted = new ArrayList<>(values.size());
        for (Object value : values) {
            converted.add(ColumnType.toValue(value));
        }
        return new Row(List.copyOf(columns), converted);
    }

    private static IllegalArgumentException twice(String column) {
        return new IllegalArgumentException("The row has two columns \"" + column + "\".");
    }

    /** This row with a column more at its end, or with another value of a column. */
    public Row with(String column, @Nullable Object value) {
        List<String> newColumns = new ArrayList<>(columns);
        List<@Nullable Object> newValues = new ArrayList<>(values);
        int index = columns.indexOf(column);
        if (index >= 0) {
            newValues.set(index, ColumnType.toValue(value));
        } else {
            newColumns.add(column);
            newValues.add(ColumnType.toValue(value));
        }
        return new Row(List.copyOf(newColumns), newValues);
    }

    /** The names of the columns. */
    public List<String> columns() {
        return columns;
    }

    /** The values, in the order of the columns; null for NULL. */
    public List<@Nullable Object> values() {
        return values;
    }

    /** Whether the row has such a column, be it NULL or not. */
    public boolean has(String column) {
        return columns.contains(column);
    }

    /**
     * A column's value; null for NULL.
     *
     * @throws IllegalArgumentException if the row has no such column
     */
    public @Nullable Object get(String column) {
        int index = columns.indexOf(column);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "The row has no column \"" + column + "\"; it has " + columns + ".");
        }
        return values.get(index);
    }

    /**
     * Whether a column is NULL.
     *
     * @throws IllegalArgumentException if the row has no such column
     */
    public boolean isNull(String column) {
        return get(column) == null;
    }

    /**
     * The value of a bool column.
     *
     * @throws IllegalArgumentException if the row has no such column, or it is NULL or of another
     *     type
     */
    public boolean getBoolean(String column) {
        return (Boolean) get(column, ColumnType.BOOL);
    }

    /** The value of an int64 column; otherwise like {@link #getBoolean}. */
    public long getLong(String column) {
        return (Long) get(column, ColumnType.INT64);
    }

    /** The value of a float64 column; otherwise like {@link #getBoolean}. */
    public double getDouble(String column) {
        return (Double) get(column, ColumnType.FLOAT64);
    }

    /** The value of a decimal column; otherwise like {@link #getBoolean}. */
    public BigDecimal getDecimal(String column) {
        return (BigDecimal) get(column, ColumnType.DECIMAL);
    }

    /** The value of a string column; otherwise like {@link #getBoolean}. */
    public String getString(String column) {
        return (String) get(column, ColumnType.STRING);
    }

    /** The value of a bytes column; otherwise like {@link #getBoolean}. */
    public byte[] getBytes(String column) {
        return (byte[]) get(column, ColumnType.BYTES);
    }

    /** The value of a timestamp column; otherwise like {@link #getBoolean}. */
    public Instant getInstant(String column) {
        return (Instant) get(column, ColumnType.TIMESTAMP);
    }

    private Object get(String column, ColumnType type) {
        Object value = get(column);
        if (value == null) {
            throw new IllegalArgumentException(
                    "The column \""
                            + column
                            + "\" is NULL; ask isNull first, or use get, which returns null.");
        }
        if (!type.javaClass().isInstance(value)) {
            throw new IllegalArgumentException(
                    "The column \""
                            + column
                            + "\" holds the "
                            + ColumnType.ofValue(value).word()
                            + " "
                            + ColumnType.show(value)
                            + ", but "
                            + type.word()
                            + " was asked for.");
        }
        return value;
    }

    /** Whether the other is a row of the same columns and values, byte arrays by their bytes. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Row row
                && columns.equals(row.columns)
                && Arrays.deepEquals(values.toArray(), row.values.toArray());
    }

    @Override
    public int hashCode() {
        return 31 * columns.hashCode() + Arrays.deepHashCode(values.toArray());
    }

    /** For people: {@code {name='Ada', age=36}}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < columns.size(); i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(columns.get(i))
                    .append('=')
                    .append(ColumnType.show(values.get(i)));
        }
        return text.append('}').toString();
    }
}
