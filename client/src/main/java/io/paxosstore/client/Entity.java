package io.paxosstore.client;

import io.paxosstore.client.sql.SqlResult;
import io.paxosstore.client.table.Row;
import io.paxosstore.client.table.RowMapper;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.TableSchema;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * An entity: named lists, queues, sets, sorted sets, maps, values and tables that can change
 * together, in one entry. Thread-safe, and cheap to make and keep.
 *
 * <p>Handles ask no server when they are made, and need no object to exist: reads find an absent
 * one empty, changes that add something create it. Blocking and asynchronous methods, deadlines and
 * failures are those of {@link KeyValue}, and three more: {@link RejectedException} if an operation
 * cannot be executed (an object of another type, no number, a limit), nothing took effect then;
 * {@code NotDoneException} with the reason LIMIT_EXCEEDED if the client knows so before it sends;
 * {@link ResultLostException}, very rarely, if a write is done but its long result is lost.
 */
public final class Entity {
    private final EntityCalls calls;

    Entity(EntityCalls calls) {
        this.calls = calls;
    }

    /** The same entity with these options for every call: deadline, time to live, read mode. */
    public Entity with(CallOptions newOptions) {
        return new Entity(calls.with(Objects.requireNonNull(newOptions)));
    }

    /** The space the entity is in. */
    public SpaceInfo space() {
        return calls.space();
    }

    /** The entity's id as bytes, a copy. */
    public byte[] id() {
        return calls.id().clone();
    }

    /** A list. */
    public <E> EntityList<E> list(String name, Codec<E> codec) {
        return new EntityList<>(calls, name, Objects.requireNonNull(codec));
    }

    /** A queue. */
    public <E> EntityQueue<E> queue(String name, Codec<E> codec) {
        return new EntityQueue<>(calls, name, Objects.requireNonNull(codec));
    }

    /** A set. Its order is that of the members' bytes. */
    public <M> EntitySet<M> set(String name, Codec<M> codec) {
        return new EntitySet<>(calls, name, Objects.requireNonNull(codec));
    }

    /** A sorted set: members with a score each, in the order of their scores. */
    public <M> EntitySortedSet<M> sortedSet(String name, Codec<M> codec) {
        return new EntitySortedSet<>(calls, name, Objects.requireNonNull(codec));
    }

    /** A map. Its order is that of the fields' bytes. */
    public <K, V> EntityMap<K, V> map(String name, Codec<K> keyCodec, Codec<V> valueCodec) {
        return new EntityMap<>(
                calls, name, Objects.requireNonNull(keyCodec), Objects.requireNonNull(valueCodec));
    }

    /** A single value. */
    public <V> EntityValue<V> value(String name, Codec<V> codec) {
        return new EntityValue<>(calls, name, Objects.requireNonNull(codec));
    }

    /** A table of rows as they are. Without its schema, rows are found by conditions only. */
    public EntityTable<Row> table(String name) {
        return table(name, RowMapper.rows());
    }

    /** A table of rows as they are, whose schema is known: it can be created, and has keys. */
    public EntityTable<Row> table(String name, TableSchema schema) {
        return table(name, RowMapper.rows(schema));
    }

    /**
     * A table whose rows are records; see {@link io.paxosstore.client.table.RecordMapper}.
     *
     * @throws IllegalArgumentException if the record cannot be mapped
     */
    public <R extends Record> EntityTable<R> table(String name, Class<R> type) {
        return table(name, RowMapper.of(type));
    }

    /** A table. */
    public <R> EntityTable<R> table(String name, RowMapper<R> mapper) {
        return new EntityTable<>(calls, new TableBinding<>(name, Objects.requireNonNull(mapper)));
    }

    /** Begins a MultiOp: guards and operations that take effect together. */
    public MultiOpBuilder multiOp() {
        return new MultiOpBuilder(calls);
    }

    /**
     * Executes one operation, as the method of the same name of its handle does.
     *
     * @throws RejectedException if it cannot be executed
     * @throws IllegalArgumentException if it is an operation of another entity
     */
    public <R> R execute(Step<R> step) {
        calls.entity().requireSame(step.entity(), step.label());
        return calls.call(step);
    }

    /** Like {@link #execute}. */
    public <R> CompletableFuture<R> executeAsync(Step<R> step) {
        calls.entity().requireSame(step.entity(), step.label());
        return calls.callAsync(step);
    }

    /**
     * The entity's version: grows with every change of anything in it; 0 if it was never written.
     * For {@link #ifVersion}.
     */
    public long version() {
        return calls.call("version", MultiOp.of(), MultiOpResult.Executed::version);
    }

    /** Like {@link #version}. */
    public CompletableFuture<Long> versionAsync() {
        return calls.callAsync("version", MultiOp.of(), MultiOpResult.Executed::version);
    }

    /**
     * A guard of this entity, given as the server is told it. The handles of objects have methods
     * for all there are.
     */
    public EntityGuard guard(Guard guard) {
        return new EntityGuard(calls.entity(), guard);
    }

    /** A guard: nothing in the entity has changed since this version; 0: it was never written. */
    public EntityGuard ifVersion(long version) {
        return guard(new Guard.Version(version));
    }

    /**
     * The names and types of all the entity's objects, in the order of the names' bytes, fetched in
     * pages while they are taken; see {@link Scan}.
     */
    public Scan<Result.Name> objects() {
        return new Scan<>(page -> part("", page));
    }

    private Scan.Part<Result.Name> part(String from, Page page) {
        Result.Names names = objects(from, page);
        String next = names.next();
        return new Scan.Part<>(
                names.names(), next == null ? null : following -> part(next, following));
    }

    /**
     * The names and types of the entity's objects, in the order of the names' bytes.
     *
     * @param from the first name wanted, whether it is there or not; empty for all
     */
    public Result.Names objects(String from, Page page) {
        return calls.call(names(from, page));
    }

    /** Like {@link #objects}. */
    public CompletableFuture<Result.Names> objectsAsync(String from, Page page) {
        return calls.callAsync(names(from, page));
    }

    /**
     * Executes one SQL statement on one of the entity's tables; what there is of SQL is said at
     * {@link io.paxosstore.client.sql.Sql}. A statement that names columns takes two requests, the
     * first for the table's schema; a SELECT goes on page by page, each of one version of the
     * table. The deadline is that of each request. A time to live in the options holds for the rows
     * that are inserted.
     *
     * @throws io.paxosstore.client.sql.SqlException if it cannot be understood, is not supported,
     *     does not fit the table, or finds more than 100,000 rows without a LIMIT
     * @throws RejectedException if there is no such table, a row is there already, a limit is
     *     exceeded
     */
    public SqlResult sql(String statement) {
        return new EntitySql(calls, statement).execute();
    }

    /** Like {@link #sql}; a statement that is not supported fails at once. */
    public CompletableFuture<SqlResult> sqlAsync(String statement) {
        return new EntitySql(calls, statement).executeAsync();
    }

    /**
     * Executes a SELECT, and nothing else, as {@link #sql} does: for statements that somebody else
     * has written. A deadline in the options is that of the whole statement.
     *
     * @param rowsMax most rows, from 1 on; of more, the first ones; no more than some mebibytes
     * @throws io.paxosstore.client.sql.SqlException also if it is something else than a SELECT, or
     *     takes too long
     */
    public SqlResult.Rows select(String statement, int rowsMax) {
        if (rowsMax < 1) {
            throw new IllegalArgumentException("rowsMax is " + rowsMax + "; use at least 1.");
        }
        return (SqlResult.Rows) EntitySql.select(calls, statement, rowsMax).execute();
    }

    /** Watches the entity from its present version on; asks for that first. */
    public Watch watch() {
        return watch(WatchEngine.after(version()));
    }

    /**
     * Watches the entity; the events are to be taken by {@link Watch#next}.
     *
     * @param fromVersion the first version of interest, at least 1, whether it is there already or
     *     still to come; one more than a version that was seen, or {@link Watch#nextVersion}
     */
    public Watch watch(long fromVersion) {
        return calls.watch(fromVersion, null, null, null);
    }

    /**
     * Watches the entity.
     *
     * @param fromVersion as of {@link #watch(long)}
     * @param listener called on a thread that all listeners of the client share
     */
    public Watch watch(long fromVersion, WatchListener listener) {
        return calls.watch(fromVersion, null, Objects.requireNonNull(listener), null);
    }

    /**
     * Watches the entity.
     *
     * @param fromVersion as of {@link #watch(long)}
     * @param executor where the listener is called
     */
    public Watch watch(long fromVersion, WatchListener listener, Executor executor) {
        return calls.watch(
                fromVersion,
                null,
                Objects.requireNonNull(listener),
                Objects.requireNonNull(executor));
    }

    private Step<Result.Names> names(String from, Page page) {
        return new Step<>(
                calls.entity(),
                "objects",
                new ObjectOperation.Names(from, page),
                result -> (Result.Names) result);
    }
}
