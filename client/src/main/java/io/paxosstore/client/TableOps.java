package io.paxosstore.client;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableChange;
import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableSchema;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Operations on a table for a {@link MultiOpBuilder}; what they mean is said at {@link
 * EntityTable}. Updates and queries are made by {@link RowUpdate#op} and {@link RowQuery#op}.
 * Immutable.
 *
 * @param <R> what a row is turned into
 */
public final class TableOps<R> extends ObjectOps {
    private final TableBinding<R> binding;
    private final long ttlMillis;

    TableOps(EntityRef entity, TableBinding<R> binding, long ttlMillis) {
        super(entity, binding.name());
        this.binding = binding;
        this.ttlMillis = ttlMillis;
    }

    /** Creates the table with the schema that the handle knows; true. */
    public Step<Boolean> create() {
        return create(knownSchema());
    }

    /** Creates the table; true. */
    public Step<Boolean> create(TableSchema schema) {
        return create(schema, false);
    }

    /** Creates the table with the schema that the handle knows if it is absent; whether it was. */
    public Step<Boolean> createIfAbsent() {
        return createIfAbsent(knownSchema());
    }

    /** Creates the table if it is absent; whether it was. */
    public Step<Boolean> createIfAbsent(TableSchema schema) {
        return create(schema, true);
    }

    private Step<Boolean> create(TableSchema schema, boolean ifAbsent) {
        return step("create", new TableOperation.Create(name(), schema, ifAbsent), ObjectOps::flag);
    }

    private TableSchema knownSchema() {
        return binding.schema("give create a schema.");
    }

    /** The table's schema and size; empty if it is absent. */
    public Step<Optional<TableInfo>> describeTable() {
        return step("describe", new TableOperation.Describe(name()), TableOps::info);
    }

    private static Optional<TableInfo> info(Result result) {
        Result.Table table = (Result.Table) result;
        TableSchema schema = table.schema();
        return schema == null
                ? Optional.empty()
                : Optional.of(new TableInfo(schema, table.rows(), table.incompleteIndexes()));
    }

    /** How many rows there are; 0 if the table is absent. */
    public Step<Long> size() {
        return step(
                "size",
                new TableOperation.Describe(name()),
                result -> ((Result.Table) result).rows());
    }

    /** Changes the schema. */
    public Step<Result.Done> alter(TableChange change) {
        return step(
                "alter", new TableOperation.Alter(name(), change), result -> (Result.Done) result);
    }

    /** Adds a nullable column at the end. */
    public Step<Result.Done> addColumn(Column column) {
        return alter(new TableChange.AddColumn(column));
    }

    /** Gives a column another name. */
    public Step<Result.Done> renameColumn(String from, String to) {
        return alter(new TableChange.RenameColumn(from, to));
    }

    /** Adds an index. */
    public Step<Result.Done> addIndex(String indexName, String... columns) {
        return alter(new TableChange.AddIndex(TableIndex.on(indexName, columns)));
    }

    /** Removes an index. */
    public Step<Result.Done> dropIndex(String indexName) {
        return alter(new TableChange.DropIndex(indexName));
    }

    /**
     * How long rows live that are written from now on; zero for ever.
     *
     * @throws IllegalArgumentException if it is neither zero nor from 1 ms to 100 years
     */
    public Step<Result.Done> rowTtl(Duration ttl) {
        return alter(new TableChange.SetTtl(Checks.millis("time to live", ttl)));
    }

    /** Writes a row of a new key; 1. */
    public Step<Long> insert(R row) {
        return insertAll(List.of(row));
    }

    /** Writes rows of new keys; how many. */
    public Step<Long> insertAll(Collection<? extends R> rows) {
        return write("insert", rows, TableOperation.Present.FAIL, ObjectOps::count);
    }

    /** Writes a row if there is none of its key; whether it was written. */
    public Step<Boolean> insertIfAbsent(R row) {
        return write("insertIfAbsent", List.of(row), TableOperation.Present.KEEP, ObjectOps::one);
    }

    /** Writes those rows of whose keys there are none; how many. */
    public Step<Long> insertAllIfAbsent(Collection<? extends R> rows) {
        return write("insertIfAbsent", rows, TableOperation.Present.KEEP, ObjectOps::count);
    }

    /** Writes a row, whatever was there; whether there was none of its key. */
    public Step<Boolean> upsert(R row) {
        return write("upsert", List.of(row), TableOperation.Present.REPLACE, ObjectOps::one);
    }

    /** Writes rows, whatever was there; of how many keys there was none. */
    public Step<Long> upsertAll(Collection<? extends R> rows) {
        return write("upsert", rows, TableOperation.Present.REPLACE, ObjectOps::count);
    }

    private <T> Step<T> write(
            String verb,
            Collection<? extends R> rows,
            TableOperation.Present present,
            Function<Result, T> decoder) {
        return step(verb, binding.insert(rows, present, ttlMillis), decoder);
    }

    /** The row of a key; empty if there is none. */
    public Step<Optional<R>> get(Object... key) {
        return step(
                "get",
                new TableOperation.Get(
                        name(), List.of(binding.key(key)), binding.mapper().columns()),
                result -> first(binding.objects(result)));
    }

    /** The rows of keys, in their order; absent ones are left out. */
    public Step<List<R>> getAll(Collection<?> keys) {
        return step(
                "get",
                new TableOperation.Get(name(), binding.keys(keys), binding.mapper().columns()),
                binding::objects);
    }

    /** Removes the row of a key; whether there was one. */
    public Step<Boolean> remove(Object... key) {
        return remove(binding.where(binding.key(key)), 0, ObjectOps::one);
    }

    /** Removes the rows of keys; how many there were. */
    public Step<Long> removeAll(Collection<?> keys) {
        return removeWhere(binding.whereAny(binding.keys(keys)));
    }

    /** Removes the rows for which the condition is true; how many. */
    public Step<Long> removeWhere(Condition condition) {
        return remove(condition, 0, ObjectOps::count);
    }

    /**
     * Removes the first rows, in the order of the primary key, for which the condition is true; how
     * many.
     *
     * @param limit most rows; 0 for all
     * @throws IllegalArgumentException if it is negative
     */
    public Step<Long> removeWhere(Condition condition, long limit) {
        return remove(condition, Checks.rows(limit), ObjectOps::count);
    }

    private <T> Step<T> remove(Condition condition, long limit, Function<Result, T> decoder) {
        return step("remove", new TableOperation.Delete(name(), condition, limit), decoder);
    }
}
