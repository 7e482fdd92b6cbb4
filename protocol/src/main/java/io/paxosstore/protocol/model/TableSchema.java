package io.paxosstore.protocol.model;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The columns of a table, its primary key, its indexes, and how long its rows live.
 *
 * @param columns in the order in which rows show them
 * @param key names of the columns of the primary key, in the order in which rows are sorted
 * @param indexes secondary indexes
 * @param ttlMillis how long a row lives that is written without a time of its own; 0 for ever
 */
public record TableSchema(
        List<Column> columns, List<String> key, List<TableIndex> indexes, long ttlMillis) {
    /** Most columns of a table. */
    public static final int COLUMNS_MAX = 256;

    /** Most indexes of a table. */
    public static final int INDEXES_MAX = 16;

    /**
     * A schema; the lists are copied.
     *
     * @throws IllegalArgumentException if it makes no sense; the message says where
     */
    public TableSchema {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
        indexes = List.copyOf(indexes);
        check(!columns.isEmpty() && columns.size() <= COLUMNS_MAX, "A table has 1 to 256 columns.");
        check(indexes.size() <= INDEXES_MAX, "A table has at most 16 indexes.");
        check(
                ttlMillis >= 0 && ttlMillis <= ModelLimits.TTL_MILLIS_MAX,
                "The time to live of rows is %d ms; use 1 to %d, or 0 for ever."
                        .formatted(ttlMillis, ModelLimits.TTL_MILLIS_MAX));
        Set<String> names = new HashSet<>();
        for (Column column : columns) {
            checkName("column", column.name());
            check(names.add(column.name()), "Two columns are named \"" + column.name() + "\".");
        }
        checkColumns("primary key", key, names);
        for (Column column : columns) {
            check(
                    !column.nullable() || !key.contains(column.name()),
                    "The column \"" + column.name() + "\" of the primary key may not be nullable.");
        }
        Set<String> indexNames = new HashSet<>();
        for (TableIndex index : indexes) {
            checkName("index", index.name());
            check(indexNames.add(index.name()), "Two indexes are named \"" + index.name() + "\".");
            checkColumns("index \"" + index.name() + "\"", index.columns(), names);
        }
    }

    private static void check(boolean holds, String sentence) {
        if (!holds) {
            throw new IllegalArgumentException(sentence);
        }
    }

    private static void checkName(String what, String name) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        check(
                bytes > 0 && bytes <= Column.NAME_BYTES_MAX,
                "The " + what + " name \"" + name + "\" has " + bytes + " bytes; use 1 to 127.");
    }

    private static void checkColumns(String what, List<String> columns, Set<String> known) {
        check(!columns.isEmpty(), "The " + what + " has no columns.");
        Set<String> seen = new HashSet<>();
        for (String column : columns) {
            check(
                    known.contains(column),
                    "The " + what + " names the column \"" + column + "\", which is not there.");
            check(seen.add(column), "The " + what + " names the column \"" + column + "\" twice.");
        }
    }

    /** Where a column is in {@link #columns}; -1 if there is none of this name. */
    public int indexOf(String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(column)) {
                return i;
            }
        }
        return -1;
    }

    /** The names of all columns. */
    public List<String> columnNames() {
        return columns.stream().map(Column::name).toList();
    }

    /** Begins a schema. */
    public static Builder builder() {
        return new Builder();
    }

    /** Puts a schema together. Not thread-safe. */
    public static final class Builder {
        private static final Duration TTL_MIN = Duration.ofMillis(1);

        private final List<Column> columns = new ArrayList<>();
        private final List<String> key = new ArrayList<>();
        private final List<TableIndex> indexes = new ArrayList<>();
        private Duration ttl = Duration.ZERO;

        private Builder() {}

        /** Adds a column that always holds a value. */
        public Builder column(String name, ColumnType type) {
            return column(Column.required(name, type));
        }

        /** Adds a column that may hold no value. */
        public Builder nullable(String name, ColumnType type) {
            return column(Column.nullable(name, type));
        }

        /** Adds a column. */
        public Builder column(Column column) {
            columns.add(column);
            return this;
        }

        /** The columns of the primary key. */
        public Builder key(String... names) {
            key.addAll(List.of(names));
            return this;
        }

        /** Adds a secondary index. */
        public Builder index(String name, String... indexColumns) {
            indexes.add(TableIndex.on(name, indexColumns));
            return this;
        }

        /**
         * How long rows live that are written without a time of their own; zero for ever. A
         * positive time below a millisecond is refused when the schema is built: it must not come
         * to mean for ever.
         */
        public Builder ttl(Duration rowTtl) {
            ttl = rowTtl;
            return this;
        }

        /**
         * The schema.
         *
         * @throws IllegalArgumentException if it makes no sense
         */
        public TableSchema build() {
            check(
                    ttl.isZero() || ttl.compareTo(TTL_MIN) >= 0,
                    "The time to live of rows is %s; use 1 ms or more, or 0 for ever."
                            .formatted(ttl));
            return new TableSchema(columns, key, indexes, TimeUnit.MILLISECONDS.convert(ttl));
        }
    }
}
