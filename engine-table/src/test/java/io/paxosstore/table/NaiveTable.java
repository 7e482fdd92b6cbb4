package io.paxosstore.table;

import io.paxosstore.protocol.model.Assignment;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.Order;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableChange;
import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableQuery;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The naive twin of a table: rows as lists of objects in a sorted map, conditions tried on each of
 * them, no bytes, no indexes. What expires is thrown away. Not thread-safe.
 */
public final class NaiveTable {
    private final String name;
    private final NaiveScans scans;
    private final Object identity;
    private final NavigableMap<List<Object>, Row> rows;
    private TableSchema schema;

    /** Ends an operation that fails. Of texts for people it has none. */
    public static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Failure failure;

        Failed(Failure failure) {
            super(failure.sentence());
            this.failure = failure;
        }

        /** Why it fails. */
        public Failure failure() {
            return failure;
        }
    }

    /** A row: a value per column, fewer if columns were added since. */
    record Row(List<@Nullable Object> values, long deadlineMillis) {
        @Nullable Object value(int place) {
            return place < values.size() ? values.get(place) : null;
        }
    }

    /** A table without rows. */
    public NaiveTable(String name, TableSchema schema, NaiveScans scans) {
        this(name, schema, scans, new Object(), new TreeMap<>(NaiveCells::compareKeys));
    }

    private NaiveTable(
            String name,
            TableSchema schema,
            NaiveScans scans,
            Object identity,
            NavigableMap<List<Object>, Row> rows) {
        this.name = name;
        this.schema = schema;
        this.scans = scans;
        this.identity = identity;
        this.rows = rows;
    }

    /** An independent copy. */
    public NaiveTable copy() {
        return new NaiveTable(name, schema, scans, identity, new TreeMap<>(rows));
    }

    /** The same under another name. */
    public NaiveTable named(String newName) {
        return new NaiveTable(newName, schema, scans, identity, rows);
    }

    /** Columns, key, indexes. */
    public TableSchema schema() {
        return schema;
    }

    /** Throws away the rows that have expired. */
    public void expire(long nowMillis) {
        rows.values()
                .removeIf(row -> row.deadlineMillis() != 0 && row.deadlineMillis() <= nowMillis);
    }

    /** How many rows there are. */
    public long size() {
        return rows.size();
    }

    /** For how many rows a condition is true. */
    public long count(Condition where) {
        return meant(where).size();
    }

    /** All rows in the order of their keys: their values, and last their deadlines. */
    public List<List<@Nullable Object>> rows() {
        List<List<@Nullable Object>> all = new ArrayList<>();
        for (Row row : rows.values()) {
            List<@Nullable Object> values = new ArrayList<>(all(row));
            values.add(row.deadlineMillis());
            all.add(values);
        }
        return all;
    }

    /** A row for people. */
    public static String show(List<@Nullable Object> values, long deadlineMillis) {
        return values.stream().map(io.paxosstore.protocol.model.ColumnType::show).toList()
                + " until "
                + deadlineMillis;
    }

    private List<@Nullable Object> all(Row row) {
        @Nullable Object[] values = new Object[schema.columns().size()];
        for (int place = 0; place < values.length; place++) {
            values[place] = row.value(place);
        }
        return Arrays.asList(values);
    }

    /**
     * Executes an operation other than the creation of the table.
     *
     * @param actual what the engine answered: it says where a page ends, and what cannot be known
     * @throws Failed if it fails; then nothing was changed
     */
    public Result execute(TableOperation operation, long nowMillis, @Nullable Result actual) {
        return switch (operation) {
            case TableOperation.Create _ -> throw new Failed(new Failure.TableExists(name));
            case TableOperation.Alter alter -> {
                schema = altered(alter.change());
                yield new Result.Done();
            }
            case TableOperation.Describe _ -> new Result.Table(schema, size(), List.of());
            case TableOperation.Insert insert -> insert(insert, nowMillis);
            case TableOperation.Update update -> update(update);
            case TableOperation.Delete delete -> {
                conditions().check(delete.where());
                List<Row> meant = limited(meant(delete.where()), delete.limit());
                meant.forEach(row -> rows.remove(key(row.values())));
                yield new Result.Count(meant.size());
            }
            case TableOperation.Get get -> get(get);
            case TableOperation.Scan scan -> scan(scan.query(), actual);
            case TableOperation.Compute compute -> {
                List<@Nullable Object> values = new ArrayList<>();
                for (var aggregate : compute.aggregates()) {
                    values.add(NaiveAggregates.of(name, schema, aggregate, () -> checked(compute)));
                }
                if (compute.aggregates().isEmpty()) {
                    conditions().check(compute.where());
                }
                yield new Result.Rows(
                        compute.aggregates().stream().map(each -> each.label()).toList(),
                        List.of(values),
                        null);
            }
            case TableOperation.Tend _ -> new Result.Count(0);
        };
    }

    private List<Row> checked(TableOperation.Compute compute) {
        conditions().check(compute.where());
        return meant(compute.where());
    }

    private NaiveConditions conditions() {
        return new NaiveConditions(name, schema);
    }

    private List<Row> meant(Condition where) {
        NaiveConditions conditions = conditions();
        conditions.check(where);
        return rows.values().stream().filter(row -> conditions.isTrue(where, row)).toList();
    }

    private static List<Row> limited(List<Row> all, long limit) {
        return limit == 0 || limit > all.size() ? all : all.subList(0, (int) limit);
    }

    private List<Object> key(List<@Nullable Object> values) {
        List<Object> key = new ArrayList<>();
        for (String column : schema.key()) {
            key.add(Objects.requireNonNull(values.get(schema.indexOf(column))));
        }
        return key;
    }

    private Failed invalid() {
        return new Failed(new Failure.InvalidTable(name, ""));
    }

    private TableSchema altered(TableChange change) {
        List<Column> columns = new ArrayList<>(schema.columns());
        List<TableIndex> indexes = new ArrayList<>(schema.indexes());
        List<String> key = new ArrayList<>(schema.key());
        long ttlMillis = schema.ttlMillis();
        switch (change) {
            case TableChange.AddColumn add -> {
                if (!add.column().nullable()) {
                    throw invalid();
                }
                columns.add(add.column());
            }
            case TableChange.RenameColumn rename -> {
                int place = conditions().place(rename.from());
                columns.set(place, columns.get(place).named(rename.to()));
                key.replaceAll(column -> column.equals(rename.from()) ? rename.to() : column);
                indexes.replaceAll(index -> renamed(index, rename));
            }
            case TableChange.AddIndex add -> indexes.add(add.index());
            case TableChange.DropIndex drop -> {
                if (!indexes.removeIf(index -> index.name().equals(drop.name()))) {
                    throw invalid();
                }
            }
            case TableChange.SetTtl set -> ttlMillis = set.ttlMillis();
        }
        try {
            return new TableSchema(columns, key, indexes, ttlMillis);
        } catch (IllegalArgumentException e) {
            throw invalid();
        }
    }

    private static TableIndex renamed(TableIndex index, TableChange.RenameColumn rename) {
        List<String> columns = new ArrayList<>(index.columns());
        columns.replaceAll(column -> column.equals(rename.from()) ? rename.to() : column);
        return new TableIndex(index.name(), columns);
    }

    private void checkDistinct(List<String> columns) {
        if (new HashSet<>(columns).size() < columns.size()) {
            throw invalid();
        }
        columns.forEach(column -> conditions().place(column));
    }

    private Result insert(TableOperation.Insert insert, long nowMillis) {
        checkDistinct(insert.columns());
        long ttlMillis = insert.ttlMillis() == 0 ? schema.ttlMillis() : insert.ttlMillis();
        long deadline = ttlMillis == 0 ? 0 : nowMillis + ttlMillis;
        TreeMap<List<Object>, Row> after = new TreeMap<>(rows);
        long inserted = 0;
        for (List<@Nullable Object> given : insert.rows()) {
            if (given.size() != insert.columns().size()) {
                throw invalid();
            }
            @Nullable Object[] values = new Object[schema.columns().size()];
            for (int place = 0; place < values.length; place++) {
                Column column = schema.columns().get(place);
                int at = insert.columns().indexOf(column.name());
                values[place] = NaiveCells.stored(name, column, at < 0 ? null : given.get(at));
            }
            List<Object> key = key(Arrays.asList(values));
            Row row = new Row(Arrays.asList(values), deadline);
            boolean present = after.containsKey(key);
            if (present && insert.present() == TableOperation.Present.FAIL) {
                throw new Failed(new Failure.RowExists(name, ""));
            }
            if (!present || insert.present() == TableOperation.Present.REPLACE) {
                after.put(key, row);
            }
            inserted += present ? 0 : 1;
        }
        rows.clear();
        rows.putAll(after);
        return new Result.Count(inserted);
    }

    private Result update(TableOperation.Update update) {
        checkDistinct(update.assignments().stream().map(Assignment::column).toList());
        for (Assignment assignment : update.assignments()) {
            if (schema.key().contains(assignment.column())) {
                throw invalid();
            }
            Column column = schema.columns().get(schema.indexOf(assignment.column()));
            switch (assignment) {
                case Assignment.Set set -> {
                    var _ = NaiveCells.stored(name, column, set.value());
                }
                case Assignment.Add add -> {
                    if (!column.type().isNumber()) {
                        throw NaiveCells.wrong(name, column);
                    }
                    var _ = NaiveCells.compared(name, column, add.value());
                }
            }
        }
        List<Row> meant = limited(meant(update.where()), update.limit());
        TreeMap<List<Object>, Row> after = new TreeMap<>(rows);
        for (Row row : meant) {
            List<@Nullable Object> values = new ArrayList<>(all(row));
            for (Assignment assignment : update.assignments()) {
                int place = schema.indexOf(assignment.column());
                values.set(place, assigned(assignment, place, row.value(place)));
            }
            after.put(key(values), new Row(values, row.deadlineMillis()));
        }
        rows.clear();
        rows.putAll(after);
        return new Result.Count(meant.size());
    }

    private @Nullable Object assigned(Assignment assignment, int place, @Nullable Object before) {
        Column column = schema.columns().get(place);
        return switch (assignment) {
            case Assignment.Set set -> NaiveCells.stored(name, column, set.value());
            case Assignment.Add add -> {
                Object operand = NaiveCells.compared(name, column, add.value());
                yield before == null
                        ? null
                        : NaiveCells.stored(
                                name, column, NaiveAggregates.sum(name, before, operand));
            }
        };
    }

    private List<Integer> places(List<String> columns) {
        List<String> names = columns.isEmpty() ? schema.columnNames() : columns;
        return names.stream().map(conditions()::place).toList();
    }

    private Result projected(List<Integer> places, List<Row> found, byte @Nullable [] next) {
        List<List<@Nullable Object>> shown = new ArrayList<>();
        for (Row row : found) {
            List<@Nullable Object> values = new ArrayList<>();
            places.forEach(place -> values.add(row.value(place)));
            shown.add(values);
        }
        List<String> names =
                places.stream().map(place -> schema.columns().get(place).name()).toList();
        return new Result.Rows(names, shown, next);
    }

    private Result get(TableOperation.Get get) {
        List<Integer> places = places(get.columns());
        List<Row> found = new ArrayList<>();
        for (List<Object> given : get.keys()) {
            if (given.size() != schema.key().size()) {
                throw invalid();
            }
            List<Object> key = new ArrayList<>();
            for (int i = 0; i < given.size(); i++) {
                Column column = schema.columns().get(schema.indexOf(schema.key().get(i)));
                Object value = NaiveCells.stored(name, column, given.get(i));
                key.add(Objects.requireNonNull(value));
            }
            Row row = rows.get(key);
            if (row != null) {
                found.add(row);
            }
        }
        return projected(places, found, null);
    }

    private Result scan(TableQuery query, @Nullable Result actual) {
        List<Integer> places = places(query.columns());
        conditions().check(query.where());
        Comparator<Row> comparator = comparator(query.order());
        List<Integer> sorted =
                query.order().stream().map(Order::column).map(conditions()::place).toList();
        long left = query.limit() == 0 ? Long.MAX_VALUE : query.limit();
        Row reached = null;
        byte[] cursor = query.cursor();
        if (cursor != null) {
            NaiveScans.Position position = scans.find(cursor, query.order());
            if (position == null
                    || !position.table().equals(identity)
                    || !position.order().equals(sorted)) {
                if (actual == null) {
                    throw invalid();
                }
                return actual;
            }
            left = position.left();
            reached = position.row();
        }
        List<Row> found = new ArrayList<>();
        for (Row row : meant(query.where())) {
            if (reached == null || comparator.compare(row, reached) > 0) {
                found.add(row);
            }
        }
        found.sort(comparator);
        List<Row> all = limited(found, left);
        Result.Rows page = actual instanceof Result.Rows given ? given : null;
        int count = page == null ? all.size() : Math.min(page.rows().size(), all.size());
        count = Math.min(count, query.page().elements());
        count = all.isEmpty() ? 0 : Math.max(1, count);
        byte[] next = page == null ? null : page.next();
        if (next == null && count < all.size()) {
            next = new byte[] {1, 0, 0};
        } else if (count == left) {
            next = null;
        }
        List<Row> shown = all.subList(0, count);
        if (next != null) {
            Row last = NaiveScans.place(schema, next, shown.isEmpty() ? reached : shown.getLast());
            long more = left == Long.MAX_VALUE ? left : left - count;
            scans.put(next, query.order(), new NaiveScans.Position(identity, sorted, last, more));
        }
        return projected(places, shown, next);
    }

    private Comparator<Row> comparator(List<Order> orders) {
        Comparator<Row> byKey = (a, b) -> NaiveCells.compareKeys(key(a.values()), key(b.values()));
        Comparator<Row> comparator = null;
        for (Order order : orders) {
            Comparator<Row> next = NaiveCells.by(conditions().place(order.column()), order);
            comparator = comparator == null ? next : comparator.thenComparing(next);
        }
        return comparator == null ? byKey : comparator.thenComparing(byKey);
    }
}
