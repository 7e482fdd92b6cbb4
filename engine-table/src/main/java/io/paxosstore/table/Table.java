package io.paxosstore.table;

import io.paxosstore.log.ExpiryClock;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.Assignment;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableChange;
import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table while operations are evaluated: a function of its records, the operations and the clock.
 * Not thread-safe.
 *
 * <p>Every operation that fails throws {@link TableFailureException}; what it has written until
 * then is to be thrown away. Damaged records throw {@link MalformedBytesException}.
 */
public final class Table {
    private final String name;
    private final TableStore store;
    private final ExpiryClock clock;
    private final ResultRoom room;
    private final RowWriter writer;
    private final Upkeep upkeep;
    private TableDefinition table;

    private Table(
            String name,
            TableStore store,
            TableDefinition table,
            TableCounts counts,
            ExpiryClock clock,
            ResultRoom room) {
        this.name = name;
        this.store = store;
        this.table = table;
        this.clock = clock;
        this.room = room;
        this.writer = new RowWriter(name, store, counts);
        this.upkeep = new Upkeep(name, store, writer, clock);
    }

    /** Creates a table where nothing is. */
    public static void create(TableStore store, TableSchema schema) {
        store.put(Region.SCHEMA, new byte[0], TableDefinition.of(schema).encode());
    }

    /**
     * Opens a table.
     *
     * @param counts what {@link #counts} was after the last change
     * @param clock what rows have expired by
     */
    public static Table open(
            String name, TableStore store, TableCounts counts, ExpiryClock clock, ResultRoom room) {
        return new Table(name, store, definition(store), counts, clock, room);
    }

    static TableDefinition definition(TableView view) {
        byte[] schema = view.get(Region.SCHEMA, new byte[0]);
        if (schema == null) {
            throw new MalformedBytesException("A table's schema is missing.");
        }
        return TableDefinition.decode(schema);
    }

    /** What is to be kept of its counts. */
    public TableCounts counts() {
        return writer.counts();
    }

    /** Whether anything was changed. */
    public boolean isChanged() {
        return writer.isChanged();
    }

    /** How many rows have not expired; costs a step per expired one that is still there. */
    public long size() {
        return writer.counts().rows() - upkeep.expired();
    }

    /** How many rows there are for which a condition is true. */
    public long count(Condition where) {
        return where.equals(Condition.all()) ? size() : queries().count(where);
    }

    private TableQueries queries() {
        return new TableQueries(name, table, store, clock, room);
    }

    /** Executes an operation other than the creation of the table. */
    public Result execute(TableOperation operation) {
        if (operation.isUpdate() && !(operation instanceof TableOperation.Tend)) {
            upkeep.sweepAhead(table);
        }
        return switch (operation) {
            case TableOperation.Create _ ->
                    throw new TableFailureException(new Failure.TableExists(name));
            case TableOperation.Alter alter -> alter(alter.change());
            case TableOperation.Describe _ -> describe();
            case TableOperation.Insert insert -> insert(insert);
            case TableOperation.Update update -> update(update);
            case TableOperation.Delete delete -> delete(delete.where(), delete.limit());
            case TableOperation.Get get -> queries().get(get);
            case TableOperation.Scan scan -> queries().scan(scan.query());
            case TableOperation.Compute compute ->
                    queries().compute(compute.aggregates(), compute.where());
            case TableOperation.Tend tend -> tend(tend.rows());
        };
    }

    private Result describe() {
        List<String> incomplete =
                table.indexes().stream()
                        .filter(index -> !index.isComplete())
                        .map(TableDefinition.Index::name)
                        .toList();
        returns(table.schema().columnNames());
        returns(table.schema().key());
        for (TableIndex index : table.schema().indexes()) {
            returns(List.of(index.name()));
            returns(index.columns());
        }
        returns(incomplete);
        return new Result.Table(table.schema(), size(), incomplete);
    }

    private void returns(List<String> names) {
        room.returns(TableQueries.nameBytes(names), names.size());
    }

    private Result alter(TableChange change) {
        SchemaChanges changes = new SchemaChanges(name, table);
        TableDefinition after = changes.after(change);
        if (change instanceof TableChange.DropIndex drop) {
            byte[] records = indexRecords(changes.index(drop.name()));
            store.deleteRange(Region.INDEX, records, RowKeys.afterPrefix(records));
        }
        table = after;
        store.put(Region.SCHEMA, new byte[0], table.encode());
        writer.changed();
        if (change instanceof TableChange.AddIndex add) {
            var _ = build(Upkeep.BUILD_ROWS);
            upkeep.checkNext(table, new SchemaChanges(name, table).index(add.index().name()));
        }
        upkeep.indexIsDue(table.unfinished() != null);
        return new Result.Done();
    }

    private static byte[] indexRecords(TableDefinition.Index index) {
        ByteWriter prefix = new ByteWriter(2);
        RowKeys.putIndex(prefix, index);
        return prefix.toBytes();
    }

    private int build(int rows) {
        Upkeep.Built built = upkeep.build(table, rows);
        if (built == null) {
            return 0;
        }
        table = built.table();
        return Math.max(1, built.rows());
    }

    private Result tend(int rows) {
        int swept = upkeep.sweep(table, rows);
        return new Result.Count(swept + (swept < rows ? build(rows - swept) : 0));
    }

    private Result insert(TableOperation.Insert insert) {
        Columns columns = new Columns(name, table);
        int[] places = columns.distinctPlaces(insert.columns());
        long ttlMillis = insert.ttlMillis() == 0 ? table.schema().ttlMillis() : insert.ttlMillis();
        long deadline = StoredRow.deadlineMillis(ttlMillis, clock.nowMillis());
        TableReader reader = new TableReader(table, store);
        long inserted = 0;
        for (List<@Nullable Object> given : insert.rows()) {
            @Nullable Object[] values = values(columns, places, given);
            byte[] key = writer.key(table, values);
            StoredRow before = reader.row(key);
            boolean present = before != null && !clock.isPast(before.deadlineMillis());
            if (present && insert.present() == TableOperation.Present.FAIL) {
                throw new TableFailureException(new Failure.RowExists(name, shown(values)));
            }
            if (!present || insert.present() == TableOperation.Present.REPLACE) {
                writer.put(table, before, DeltaRecord.of(table, key, deadline, values));
            }
            inserted += present ? 0 : 1;
        }
        return new Result.Count(inserted);
    }

    private @Nullable Object[] values(Columns columns, int[] places, List<@Nullable Object> given) {
        if (given.size() != places.length) {
            throw TableFailureException.invalid(
                    name,
                    "%d columns were named and %d values given."
                            .formatted(places.length, given.size()));
        }
        @Nullable Object[] values = new Object[table.columnCount()];
        for (int i = 0; i < places.length; i++) {
            values[places[i]] = given.get(i);
        }
        for (int place = 0; place < values.length; place++) {
            values[place] = columns.cells().stored(columns.column(place), values[place]);
        }
        return values;
    }

    private String shown(@Nullable Object[] values) {
        return Arrays.stream(table.keyPlaces())
                .mapToObj(place -> ColumnType.show(values[place]))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    /** The rows meant, in the order of the primary key. */
    private List<StoredRow> meant(Columns columns, Condition where, long limit) {
        AccessPlan plan = AccessPlan.of(where, table, columns, store.meter());
        long most = limit == 0 ? Long.MAX_VALUE : limit;
        boolean sorted = plan.index() == null;
        List<StoredRow> meant = new ArrayList<>();
        try (Rows rows = Rows.of(table, store, columns, plan, where, clock)) {
            long bytes = 0;
            StoredRow row = most == 0 ? null : rows.next();
            while (row != null) {
                StoredRow decoded = DeltaRecord.of(table, row);
                meant.add(decoded);
                bytes += MainBlockBuilder.bytes(table, decoded);
                if (bytes > ModelLimits.ROWS_BYTES_MAX) {
                    throw new TableFailureException(
                            new Failure.LimitExceeded(
                                    "ROWS_BYTES_MAX", bytes, ModelLimits.ROWS_BYTES_MAX));
                }
                row = sorted && meant.size() >= most ? null : rows.next();
            }
        }
        meant.sort((a, b) -> Arrays.compareUnsigned(a.key(), b.key()));
        return meant.size() > most ? meant.subList(0, (int) most) : meant;
    }

    private Result delete(Condition where, long limit) {
        List<StoredRow> meant = meant(new Columns(name, table), where, limit);
        for (StoredRow row : meant) {
            writer.remove(writer.removal(table, row));
        }
        return new Result.Count(meant.size());
    }

    private Result update(TableOperation.Update update) {
        Columns columns = new Columns(name, table);
        int[] places =
                columns.distinctPlaces(
                        update.assignments().stream().map(Assignment::column).toList());
        @Nullable Object[] operands = new Object[places.length];
        for (int i = 0; i < places.length; i++) {
            operands[i] = operand(columns, places[i], update.assignments().get(i));
        }
        List<StoredRow> meant = meant(columns, update.where(), update.limit());
        for (StoredRow row : meant) {
            @Nullable Object[] values = row.values(table);
            for (int i = 0; i < places.length; i++) {
                boolean adds = update.assignments().get(i) instanceof Assignment.Add;
                values[places[i]] =
                        adds
                                ? sum(columns, places[i], values[places[i]], operands[i])
                                : operands[i];
            }
            writer.put(table, row, DeltaRecord.of(table, row.key(), row.deadlineMillis(), values));
        }
        return new Result.Count(meant.size());
    }

    private @Nullable Object operand(Columns columns, int place, Assignment assignment) {
        if (table.slots()[place] < 0) {
            throw TableFailureException.invalid(
                    name,
                    "the column \""
                            + assignment.column()
                            + "\" belongs to the primary key and cannot be updated; delete the row"
                            + " and insert it.");
        }
        return switch (assignment) {
            case Assignment.Set set -> columns.cells().stored(columns.column(place), set.value());
            case Assignment.Add add -> {
                if (!columns.column(place).type().isNumber()) {
                    throw columns.cells().wrong(columns.column(place), add.value());
                }
                yield columns.cells().compared(columns.column(place), add.value());
            }
        };
    }

    private @Nullable Object sum(
            Columns columns, int place, @Nullable Object value, @Nullable Object operand) {
        if (value == null || operand == null) {
            return null;
        }
        Object sum =
                switch (value) {
                    case Long number -> {
                        try {
                            yield Math.addExact(number, (Long) operand);
                        } catch (ArithmeticException e) {
                            throw new TableFailureException(new Failure.NumberOverflow(name));
                        }
                    }
                    case Double number -> number + (Double) operand;
                    case BigDecimal number -> number.add((BigDecimal) operand);
                    default -> throw new IllegalStateException("no number: " + value.getClass());
                };
        return columns.cells().stored(columns.column(place), sum);
    }
}
