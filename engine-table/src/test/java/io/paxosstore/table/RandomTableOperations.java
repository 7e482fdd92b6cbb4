package io.paxosstore.table;

import io.paxosstore.protocol.model.Aggregate;
import io.paxosstore.protocol.model.Assignment;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Order;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableChange;
import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableQuery;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Random tables and operations on them, over few columns and values, so that they meet one another.
 * Some do not fit the schema. Not thread-safe.
 */
public final class RandomTableOperations {
    private static final int OPEN_SCANS_MAX = 8;
    private static final Comparison[] COMPARISONS = Comparison.values();
    private static final ColumnType[] TYPES = ColumnType.values();

    private final Random random;
    private final RandomCells cells;
    private final List<TableOperation.Scan> open = new ArrayList<>();

    /** Operations drawn from this source. */
    public RandomTableOperations(Random random) {
        this.random = random;
        this.cells = new RandomCells(random);
    }

    /** The columns, the key and the indexes of a table. */
    public TableSchema schema() {
        List<Column> columns = new ArrayList<>();
        List<String> key = new ArrayList<>();
        int keyColumns = 1 + (random.nextInt(2) == 0 ? random.nextInt(3) : 0);
        int count = keyColumns + random.nextInt(6);
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            places.add(i);
        }
        Collections.shuffle(places, random);
        List<Integer> keyPlaces = places.subList(0, keyColumns);
        for (int i = 0; i < count; i++) {
            boolean isKey = keyPlaces.contains(i);
            Column column = column("c" + i, isKey && keyColumns == 1);
            columns.add(isKey || random.nextInt(3) == 0 ? column : column.orNull());
        }
        keyPlaces.forEach(place -> key.add("c" + place));
        List<TableIndex> indexes = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            indexes.add(index("i" + i, columns));
        }
        return new TableSchema(
                columns, key, indexes, random.nextInt(4) == 0 ? 1 + random.nextInt(3000) : 0);
    }

    /** A column; of a type of many values if it is the whole key. */
    private Column column(String name, boolean many) {
        ColumnType type = TYPES[random.nextInt(TYPES.length)];
        if (type == ColumnType.BOOL && many) {
            type = ColumnType.INT64;
        }
        if (type != ColumnType.DECIMAL) {
            return Column.required(name, type);
        }
        int precision = random.nextInt(6) == 0 ? Column.PRECISION_MAX : 2 + random.nextInt(6);
        return Column.decimal(name, precision, random.nextInt(Math.min(precision, 3)));
    }

    private TableIndex index(String name, List<Column> of) {
        List<Column> columns = new ArrayList<>(of);
        Collections.shuffle(columns, random);
        int count = 1 + random.nextInt(Math.min(3, columns.size()));
        return new TableIndex(name, columns.subList(0, count).stream().map(Column::name).toList());
    }

    /** An operation on a table that should have this schema. */
    public TableOperation operation(String table, TableSchema schema) {
        int dice = random.nextInt(100);
        if (dice < 30) {
            return insert(table, schema);
        }
        if (dice < 44) {
            return update(table, schema);
        }
        if (dice < 52) {
            return new TableOperation.Delete(table, condition(schema), random.nextInt(4));
        }
        if (dice < 60) {
            return get(table, schema);
        }
        if (dice < 84) {
            return scan(table, schema);
        }
        if (dice < 92) {
            return compute(table, schema);
        }
        if (dice < 95) {
            return new TableOperation.Alter(table, change(schema));
        }
        return dice < 98
                ? new TableOperation.Tend(table, 1 + random.nextInt(300))
                : new TableOperation.Describe(table);
    }

    private Column anyColumn(TableSchema schema) {
        return schema.columns().get(random.nextInt(schema.columns().size()));
    }

    /** The name of a column, rarely of one that is not there. */
    private String name(Column column) {
        return random.nextInt(300) == 0 ? "nowhere" : column.name();
    }

    private @Nullable Object cell(Column column, boolean isKey) {
        int dice = random.nextInt(400);
        if (dice == 0) {
            return cells.value(column(column.name(), false), false);
        }
        if (column.nullable() ? dice < 80 : dice == 1) {
            return null;
        }
        return cells.value(column, isKey);
    }

    private Object operand(TableSchema schema, Column column) {
        Column of = random.nextInt(300) == 0 ? column(column.name(), false) : column;
        return cells.operand(of, schema.key().contains(column.name()));
    }

    private TableOperation insert(String table, TableSchema schema) {
        List<Column> columns = new ArrayList<>();
        for (Column column : schema.columns()) {
            boolean needed = !column.nullable() && random.nextInt(300) > 0;
            if (needed || random.nextInt(8) > 0) {
                columns.add(column);
            }
        }
        Collections.shuffle(columns, random);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = columns.isEmpty() ? 0 : random.nextInt(9); i > 0; i--) {
            List<@Nullable Object> row = new ArrayList<>();
            for (Column column : columns) {
                row.add(cell(column, schema.key().contains(column.name())));
            }
            rows.add(row);
        }
        TableOperation.Present present =
                switch (random.nextInt(5)) {
                    case 0 -> TableOperation.Present.FAIL;
                    case 1, 2 -> TableOperation.Present.REPLACE;
                    default -> TableOperation.Present.KEEP;
                };
        if (present == TableOperation.Present.FAIL && rows.size() > 2) {
            rows = new ArrayList<>(rows.subList(0, 2));
        }
        return new TableOperation.Insert(
                table, columns.stream().map(this::name).toList(), rows, present, ttl());
    }

    private long ttl() {
        return random.nextInt(5) == 0 ? 1 + random.nextInt(3000) : 0;
    }

    private TableOperation update(String table, TableSchema schema) {
        List<Column> columns = new ArrayList<>(schema.columns());
        if (random.nextInt(50) > 0) {
            columns.removeIf(column -> schema.key().contains(column.name()));
        }
        Collections.shuffle(columns, random);
        List<Assignment> assignments = new ArrayList<>();
        for (Column column : columns.subList(0, Math.min(columns.size(), random.nextInt(4)))) {
            boolean adds = column.type().isNumber() ? random.nextBoolean() : random.nextInt(99) < 1;
            assignments.add(
                    adds
                            ? new Assignment.Add(name(column), operand(schema, column))
                            : new Assignment.Set(name(column), cell(column, false)));
        }
        return new TableOperation.Update(
                table,
                assignments,
                condition(schema),
                (long) random.nextInt(4) * random.nextInt(9));
    }

    private TableOperation get(String table, TableSchema schema) {
        List<List<Object>> keys = new ArrayList<>();
        int width = schema.key().size() - (random.nextInt(100) == 0 ? 1 : 0);
        for (int i = width == 0 ? 0 : random.nextInt(7); i > 0; i--) {
            List<Object> key = new ArrayList<>();
            for (String name : schema.key().subList(0, width)) {
                Column column = schema.columns().get(schema.indexOf(name));
                key.add(cells.value(column, true));
            }
            keys.add(key);
        }
        return new TableOperation.Get(table, keys, projection(schema));
    }

    private List<String> projection(TableSchema schema) {
        List<String> columns = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            columns.add(name(anyColumn(schema)));
        }
        return columns;
    }

    private TableOperation scan(String table, TableSchema schema) {
        if (!open.isEmpty() && random.nextInt(4) == 0) {
            TableOperation.Scan scan = open.remove(random.nextInt(open.size()));
            if (scan.object().equals(table)) {
                return scan;
            }
        }
        List<Order> orders = new ArrayList<>();
        if (random.nextInt(3) == 0) {
            boolean descending = random.nextBoolean();
            int count = 1 + random.nextInt(schema.key().size());
            schema.key().subList(0, count).forEach(key -> orders.add(new Order(key, descending)));
        } else {
            for (int i = random.nextInt(3); i > 0; i--) {
                orders.add(new Order(name(anyColumn(schema)), random.nextBoolean()));
            }
        }
        return new TableOperation.Scan(
                table,
                new TableQuery(
                        projection(schema),
                        condition(schema),
                        orders,
                        random.nextInt(3) == 0 ? 1 + random.nextInt(40) : 0,
                        new Page(1 + random.nextInt(60), 1 + random.nextInt(4000)),
                        null));
    }

    /** A scan has more pages: one of the next operations may read one. */
    public void saw(TableOperation.Scan scan, Result.Rows page) {
        if (page.next() != null) {
            open.add(next(scan, page));
            if (open.size() > OPEN_SCANS_MAX) {
                open.removeFirst();
            }
        }
    }

    /** The scan of the next page. */
    public static TableOperation.Scan next(TableOperation.Scan scan, Result.Rows page) {
        TableQuery query = scan.query();
        return new TableOperation.Scan(
                scan.object(),
                new TableQuery(
                        query.columns(),
                        query.where(),
                        query.order(),
                        query.limit(),
                        query.page(),
                        page.next()));
    }

    private TableOperation compute(String table, TableSchema schema) {
        List<Aggregate> aggregates = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            Column column = anyColumn(schema);
            String name = name(column);
            boolean adds = column.type().isNumber() || random.nextInt(99) == 0;
            aggregates.add(
                    switch (random.nextInt(adds ? 6 : 4)) {
                        case 0 -> Aggregate.countRows();
                        case 1 -> Aggregate.count(name);
                        case 2 -> Aggregate.min(name);
                        case 3 -> Aggregate.max(name);
                        case 4 -> Aggregate.sum(name);
                        default -> Aggregate.avg(name);
                    });
        }
        return new TableOperation.Compute(table, aggregates, condition(schema));
    }

    private TableChange change(TableSchema schema) {
        List<TableIndex> indexes = schema.indexes();
        return switch (random.nextInt(9)) {
            case 0 -> {
                Column added = column("c" + random.nextInt(14), false);
                yield new TableChange.AddColumn(random.nextInt(9) == 0 ? added : added.orNull());
            }
            case 1, 2 ->
                    new TableChange.RenameColumn(name(anyColumn(schema)), "c" + random.nextInt(14));
            case 3, 4, 5 ->
                    new TableChange.AddIndex(index("i" + random.nextInt(4), schema.columns()));
            case 6, 7 -> {
                boolean known = !indexes.isEmpty() && random.nextInt(9) > 0;
                yield new TableChange.DropIndex(
                        known
                                ? indexes.get(random.nextInt(indexes.size())).name()
                                : "i" + random.nextInt(4));
            }
            default -> new TableChange.SetTtl(ttl());
        };
    }

    /** A condition, mostly one that the key or an index helps with. */
    public Condition condition(TableSchema schema) {
        int dice = random.nextInt(10);
        if (dice < 4) {
            return some(schema, schema.key());
        }
        if (dice < 7 && !schema.indexes().isEmpty()) {
            List<TableIndex> indexes = schema.indexes();
            return some(schema, indexes.get(random.nextInt(indexes.size())).columns());
        }
        return dice == 9 ? Condition.all() : any(schema, 3);
    }

    /** Says something of the first of these columns, and more besides. */
    private Condition some(TableSchema schema, List<String> columns) {
        List<Condition> parts = new ArrayList<>();
        for (String name : columns.subList(0, 1 + random.nextInt(columns.size()))) {
            Column column = schema.columns().get(schema.indexOf(name));
            int dice = random.nextInt(8);
            if (dice < 4) {
                parts.add(new Condition.Compare(name, Comparison.EQUAL, operand(schema, column)));
            } else if (dice < 6) {
                parts.add(leaf(schema, column));
                parts.add(leaf(schema, column));
            } else if (dice == 6) {
                parts.add(in(schema, column));
            } else {
                parts.add(leaf(schema, column));
            }
        }
        if (random.nextInt(4) == 0) {
            parts.add(any(schema, 2));
        }
        Collections.shuffle(parts, random);
        return new Condition.And(parts);
    }

    private Condition any(TableSchema schema, int depth) {
        if (depth == 0 || random.nextInt(3) == 0) {
            return leaf(schema, anyColumn(schema));
        }
        List<Condition> parts = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            parts.add(any(schema, depth - 1));
        }
        return switch (random.nextInt(3)) {
            case 0 -> new Condition.And(parts);
            case 1 -> new Condition.Or(parts);
            default -> new Condition.Not(any(schema, depth - 1));
        };
    }

    private Condition in(TableSchema schema, Column column) {
        List<Object> values = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            values.add(operand(schema, column));
        }
        return new Condition.In(name(column), values);
    }

    private Condition leaf(TableSchema schema, Column column) {
        int dice = random.nextInt(10);
        if (dice == 0) {
            return new Condition.IsNull(name(column));
        }
        if (dice == 1) {
            return in(schema, column);
        }
        boolean patterns = column.type() == ColumnType.STRING || random.nextInt(200) == 0;
        if (dice < 5 && patterns) {
            return new Condition.Like(name(column), cells.pattern());
        }
        return new Condition.Compare(
                name(column),
                COMPARISONS[random.nextInt(COMPARISONS.length)],
                operand(schema, column));
    }
}
