package io.paxosstore.client;

import io.paxosstore.client.table.Col;
import io.paxosstore.client.table.Row;
import io.paxosstore.client.table.RowMapper;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A table's name and what its rows are turned into. Immutable.
 *
 * @param <R> what a row is turned into
 */
record TableBinding<R>(String name, RowMapper<R> mapper) {
    /** So many rows the servers read one by one for the values of INs; of more, ranges. */
    private static final int POINTS_MAX = 1000;

    /**
     * The schema that the mapper knows.
     *
     * @throws IllegalStateException if it knows none
     */
    TableSchema schema(String remedy) {
        return mapper.schema()
                .orElseThrow(() ->
                        new IllegalStateException(
                                "This handle of the table \""
                                        + name
                                        + "\" does not know its schema; "
                                        + remedy));
    }

    /** The values of a key, as far as known one for each column of it. */
    List<Object> key(List<?> values) {
        Optional<TableSchema> schema = mapper.schema();
        if (values.isEmpty()
                || (schema.isPresent() && schema.get().key().size() != values.size())) {
            throw new IllegalArgumentException(
                    "A key of the table \""
                            + name
                            + "\" was given "
                            + values.size()
                            + " values"
                            + schema.map(known -> "; it has the columns " + known.key() + ".")
                                    .orElse("; it has one column at least."));
        }
        List<Object> key = new ArrayList<>(values.size());
        for (Object value : values) {
            Object converted = ColumnType.toValue(value);
            if (converted == null) {
                throw new IllegalArgumentException(
                        "A key of the table \"" + name + "\" holds null; no row has such a key.");
            }
            key.add(converted);
        }
        return key;
    }

    List<Object> key(@Nullable Object... values) {
        return key(Arrays.asList(values));
    }

    /** Keys, each a value, or a list of values. */
    List<List<Object>> keys(Collection<?> keys) {
        List<List<Object>> converted = new ArrayList<>(keys.size());
        for (Object key : keys) {
            converted.add(key instanceof List<?> values ? key(values) : key(new Object[] {key}));
        }
        return converted;
    }

    /** Which row a key means. */
    Condition where(List<Object> key) {
        List<String> columns = keyColumns();
        Condition condition = Condition.all();
        for (int i = 0; i < columns.size(); i++) {
            condition = condition.and(Col.column(columns.get(i)).eq(key.get(i)));
        }
        return condition;
    }

    private List<String> keyColumns() {
        return schema(
                        "name the row by a condition, as column(\"id\").eq(1), or open the table"
                                + " with its schema.")
                .key();
    }

    /**
     * Which rows keys mean. An IN of each key column lets the servers read single rows, where all
     * combinations of their values are few; where these are just the keys, it says all.
     */
    Condition whereAny(List<List<Object>> keys) {
        List<String> columns = keyColumns();
        List<Condition> ins = new ArrayList<>(columns.size());
        long combinations = 1;
        for (int i = 0; i < columns.size(); i++) {
            Set<Object> values = new LinkedHashSet<>();
            for (List<Object> key : keys) {
                values.add(key.get(i));
            }
            ins.add(Col.column(columns.get(i)).in(values));
            combinations = Math.min(combinations * values.size(), Integer.MAX_VALUE);
        }
        boolean areTheKeys = combinations == new HashSet<>(keys).size();
        int used = areTheKeys || combinations <= POINTS_MAX ? ins.size() : 1;
        Condition where = Condition.all();
        for (Condition in : ins.subList(0, used)) {
            where = where.and(in);
        }
        return areTheKeys
                ? where
                : where.and(new Condition.Or(keys.stream().map(this::where).toList()));
    }

    /** The operation that writes rows, with all columns that one of them names. */
    TableOperation.Insert insert(
            Collection<? extends R> objects, TableOperation.Present present, long ttlMillis) {
        List<Row> rows = new ArrayList<>(objects.size());
        Set<List<String>> shapes = new LinkedHashSet<>();
        for (R object : objects) {
            Row row = mapper.toRow(object);
            rows.add(row);
            shapes.add(row.columns());
        }
        Set<String> columns = new LinkedHashSet<>();
        shapes.forEach(columns::addAll);
        List<String> names = List.copyOf(columns);
        List<List<@Nullable Object>> values = new ArrayList<>(rows.size());
        for (Row row : rows) {
            values.add(row.columns().equals(names) ? row.values() : spread(row, names));
        }
        return new TableOperation.Insert(name, names, values, present, ttlMillis);
    }

    private static List<@Nullable Object> spread(Row row, List<String> columns) {
        List<@Nullable Object> values = new ArrayList<>(columns.size());
        for (String column : columns) {
            values.add(row.has(column) ? row.get(column) : null);
        }
        return values;
    }

    static List<Row> rows(Result result) {
        Result.Rows found = (Result.Rows) result;
        List<String> columns = List.copyOf(found.columns());
        List<Row> rows = new ArrayList<>(found.rows().size());
        for (List<@Nullable Object> values : found.rows()) {
            rows.add(Row.ofResult(columns, values));
        }
        return rows;
    }

    List<R> objects(Result result) {
        return rows(result).stream().map(mapper::fromRow).toList();
    }

    Slice<R> slice(Result result) {
        byte[] next = ((Result.Rows) result).next();
        return new Slice<>(
                objects(result),
                next == null ? Optional.empty() : Optional.of(new Cursor(next, null)));
    }
}
