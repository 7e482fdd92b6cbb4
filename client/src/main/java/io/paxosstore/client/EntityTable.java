package io.paxosstore.client;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableSchema;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A table of an entity: rows of typed columns, sorted by a primary key. Unlike other objects it
 * must be created; all but creating and describing fail with {@link RejectedException} if it is
 * absent, and if a column is named that it does not have, or given what it cannot hold. A time to
 * live in the options holds for every row that is inserted or upserted. Thread-safe.
 *
 * <p>One call writes up to 10,000 rows and looks at up to 250,000; see {@link
 * io.paxosstore.protocol.model.ModelLimits}.
 *
 * @param <R> what a row is turned into
 */
public final class EntityTable<R> extends EntityObject {
    private final TableBinding<R> binding;
    private final TableOps<R> op;

    EntityTable(EntityCalls calls, TableBinding<R> binding) {
        super(calls, binding.name());
        this.binding = binding;
        this.op = new TableOps<>(calls.entity(), binding, calls.options().ttlMillis());
    }

    /** The same table with these options for every call: deadline, time to live, read mode. */
    public EntityTable<R> with(CallOptions newOptions) {
        return new EntityTable<>(calls().with(Objects.requireNonNull(newOptions)), binding);
    }

    @Override
    public TableOps<R> op() {
        return op;
    }

    /** Begins a query; without more it gives all rows, in the order of the primary key. */
    public RowQuery<R> query() {
        return new RowQuery<>(calls(), binding);
    }

    /** Begins an update. */
    public RowUpdate update() {
        return new RowUpdate(calls(), binding);
    }

    /**
     * Creates the table with the schema that the handle knows.
     *
     * @throws RejectedException with {@code Failure.TableExists} if it is there
     * @throws IllegalStateException if the handle knows no schema
     */
    public void create() {
        var unused = calls().call(op.create());
    }

    /** Like {@link #create()}. */
    public CompletableFuture<Boolean> createAsync() {
        return calls().callAsync(op.create());
    }

    /**
     * Creates the table.
     *
     * @throws RejectedException with {@code Failure.TableExists} if it is there
     */
    public void create(TableSchema schema) {
        var unused = calls().call(op.create(schema));
    }

    /** Like {@link #create(TableSchema)}. */
    public CompletableFuture<Boolean> createAsync(TableSchema schema) {
        return calls().callAsync(op.create(schema));
    }

    /**
     * Creates the table with the schema that the handle knows; a table that is there stays as it
     * is, whatever its schema.
     *
     * @return whether it was created
     * @throws IllegalStateException if the handle knows no schema
     */
    public boolean createIfAbsent() {
        return calls().call(op.createIfAbsent());
    }

    /** Like {@link #createIfAbsent()}. */
    public CompletableFuture<Boolean> createIfAbsentAsync() {
        return calls().callAsync(op.createIfAbsent());
    }

    /** Creates the table; one that is there stays as it is; whether it was created. */
    public boolean createIfAbsent(TableSchema schema) {
        return calls().call(op.createIfAbsent(schema));
    }

    /** Like {@link #createIfAbsent(TableSchema)}. */
    public CompletableFuture<Boolean> createIfAbsentAsync(TableSchema schema) {
        return calls().callAsync(op.createIfAbsent(schema));
    }

    /** The table's schema and size; empty if it is absent. */
    public Optional<TableInfo> describeTable() {
        return calls().call(op.describeTable());
    }

    /** Like {@link #describeTable}. */
    public CompletableFuture<Optional<TableInfo>> describeTableAsync() {
        return calls().callAsync(op.describeTable());
    }

    /** How many rows there are; 0 if the table is absent. */
    public long size() {
        return calls().call(op.size());
    }

    /** Like {@link #size}. */
    public CompletableFuture<Long> sizeAsync() {
        return calls().callAsync(op.size());
    }

    /** Adds a column at the end, which is NULL in all rows; so it must be nullable. */
    public void addColumn(Column column) {
        var unused = calls().call(op.addColumn(column));
    }

    /** Like {@link #addColumn}. */
    public CompletableFuture<Result.Done> addColumnAsync(Column column) {
        return calls().callAsync(op.addColumn(column));
    }

    /** Gives a column another name; no row is rewritten. */
    public void renameColumn(String from, String to) {
        var unused = calls().call(op.renameColumn(from, to));
    }

    /** Like {@link #renameColumn}. */
    public CompletableFuture<Result.Done> renameColumnAsync(String from, String to) {
        return calls().callAsync(op.renameColumn(from, to));
    }

    /**
     * Adds an index. It is built in the background, and reads use it from then on; until then
     * {@link #describeTable} names it as incomplete.
     */
    public void addIndex(String indexName, String... columns) {
        var unused = calls().call(op.addIndex(indexName, columns));
    }

    /** Like {@link #addIndex}. */
    public CompletableFuture<Result.Done> addIndexAsync(String indexName, String... columns) {
        return calls().callAsync(op.addIndex(indexName, columns));
    }

    /** Removes an index. */
    public void dropIndex(String indexName) {
        var unused = calls().call(op.dropIndex(indexName));
    }

    /** Like {@link #dropIndex}. */
    public CompletableFuture<Result.Done> dropIndexAsync(String indexName) {
        return calls().callAsync(op.dropIndex(indexName));
    }

    /**
     * How long rows live that are written from now on; zero for ever.
     *
     * @throws IllegalArgumentException if it is neither zero nor from 1 ms to 100 years
     */
    public void rowTtl(Duration ttl) {
        var unused = calls().call(op.rowTtl(ttl));
    }

    /** Like {@link #rowTtl}. */
    public CompletableFuture<Result.Done> rowTtlAsync(Duration ttl) {
        return calls().callAsync(op.rowTtl(ttl));
    }

    /**
     * Writes a row.
     *
     * @throws RejectedException with {@code Failure.RowExists} if there is a row of its key
     */
    public void insert(R row) {
        var unused = calls().call(op.insert(row));
    }

    /** Like {@link #insert}. */
    public CompletableFuture<Long> insertAsync(R row) {
        return calls().callAsync(op.insert(row));
    }

    /**
     * Writes rows, all or none.
     *
     * @throws RejectedException with {@code Failure.RowExists} if there is a row of one of the keys
     */
    public void insertAll(Collection<? extends R> rows) {
        var unused = calls().call(op.insertAll(rows));
    }

    /** Like {@link #insertAll}. */
    public CompletableFuture<Long> insertAllAsync(Collection<? extends R> rows) {
        return calls().callAsync(op.insertAll(rows));
    }

    /** Writes a row if there is none of its key; whether it was written. */
    public boolean insertIfAbsent(R row) {
        return calls().call(op.insertIfAbsent(row));
    }

    /** Like {@link #insertIfAbsent}. */
    public CompletableFuture<Boolean> insertIfAbsentAsync(R row) {
        return calls().callAsync(op.insertIfAbsent(row));
    }

    /** Writes those rows of whose keys there are none; how many. */
    public long insertAllIfAbsent(Collection<? extends R> rows) {
        return calls().call(op.insertAllIfAbsent(rows));
    }

    /** Like {@link #insertAllIfAbsent}. */
    public CompletableFuture<Long> insertAllIfAbsentAsync(Collection<? extends R> rows) {
        return calls().callAsync(op.insertAllIfAbsent(rows));
    }

    /**
     * Writes a row, whatever was there: columns that it does not name become NULL. Whether there
     * was none of its key.
     */
    public boolean upsert(R row) {
        return calls().call(op.upsert(row));
    }

    /** Like {@link #upsert}. */
    public CompletableFuture<Boolean> upsertAsync(R row) {
        return calls().callAsync(op.upsert(row));
    }

    /** Like {@link #upsert}, of rows; of how many keys there was none. */
    public long upsertAll(Collection<? extends R> rows) {
        return calls().call(op.upsertAll(rows));
    }

    /** Like {@link #upsertAll}. */
    public CompletableFuture<Long> upsertAllAsync(Collection<? extends R> rows) {
        return calls().callAsync(op.upsertAll(rows));
    }

    /**
     * The row of a key; empty if there is none.
     *
     * @param key values of the primary key's columns, in their order
     */
    public Optional<R> get(Object... key) {
        return calls().call(op.get(key));
    }

    /** Like {@link #get}. */
    public CompletableFuture<Optional<R>> getAsync(Object... key) {
        return calls().callAsync(op.get(key));
    }

    /**
     * The rows of keys, of one version of the table, in the order of the keys; absent ones are left
     * out.
     *
     * @param keys each a value, or a list of values if the primary key has several columns
     */
    public List<R> getAll(Collection<?> keys) {
        return calls().call(op.getAll(keys));
    }

    /** Like {@link #getAll}. */
    public CompletableFuture<List<R>> getAllAsync(Collection<?> keys) {
        return calls().callAsync(op.getAll(keys));
    }

    /**
     * Removes the row of a key; whether there was one. (Without a key, {@link #delete} deletes the
     * table.)
     *
     * @param key values of the primary key's columns, in their order
     * @throws IllegalStateException if the handle knows no schema; use {@link #removeWhere}
     */
    public boolean remove(Object... key) {
        return calls().call(op.remove(key));
    }

    /** Like {@link #remove}. */
    public CompletableFuture<Boolean> removeAsync(Object... key) {
        return calls().callAsync(op.remove(key));
    }

    /**
     * Removes the rows of keys; how many there were.
     *
     * @param keys as of {@link #getAll}
     * @throws IllegalStateException if the handle knows no schema; use {@link #removeWhere}
     */
    public long removeAll(Collection<?> keys) {
        return calls().call(op.removeAll(keys));
    }

    /** Like {@link #removeAll}. */
    public CompletableFuture<Long> removeAllAsync(Collection<?> keys) {
        return calls().callAsync(op.removeAll(keys));
    }

    /** Removes the rows for which the condition is true; how many. */
    public long removeWhere(Condition condition) {
        return calls().call(op.removeWhere(condition));
    }

    /** Like {@link #removeWhere(Condition)}. */
    public CompletableFuture<Long> removeWhereAsync(Condition condition) {
        return calls().callAsync(op.removeWhere(condition));
    }

    /**
     * Removes the first rows, in the order of the primary key, for which the condition is true; how
     * many. Where there are very many, remove them in portions.
     *
     * @param limit most rows; 0 for all
     */
    public long removeWhere(Condition condition, long limit) {
        return calls().call(op.removeWhere(condition, limit));
    }

    /** Like {@link #removeWhere(Condition, long)}. */
    public CompletableFuture<Long> removeWhereAsync(Condition condition, long limit) {
        return calls().callAsync(op.removeWhere(condition, limit));
    }

    /** A guard: the number of rows for which the condition is true compares so. */
    public EntityGuard ifRows(Condition condition, Comparison comparison, long operand) {
        return guard(new Guard.Rows(name(), condition, comparison, operand));
    }

    /**
     * A guard: there is a row of this key.
     *
     * @param key values of the primary key's columns, in their order
     * @throws IllegalStateException if the handle knows no schema; use {@link #ifRows}
     */
    public EntityGuard ifRow(Object... key) {
        return ifRows(binding.where(binding.key(key)), Comparison.AT_LEAST, 1);
    }

    /** A guard: there is no row of this key; otherwise like {@link #ifRow}. */
    public EntityGuard ifNoRow(Object... key) {
        return ifRows(binding.where(binding.key(key)), Comparison.EQUAL, 0);
    }

    /** A guard: the number of rows compares so. */
    public EntityGuard ifSize(Comparison comparison, long operand) {
        return guard(new Guard.Size(name(), comparison, operand));
    }
}
