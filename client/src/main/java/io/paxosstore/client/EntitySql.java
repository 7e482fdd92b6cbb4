package io.paxosstore.client;

import io.paxosstore.client.sql.Sql;
import io.paxosstore.client.sql.SqlException;
import io.paxosstore.client.sql.SqlOperation;
import io.paxosstore.client.sql.SqlResult;
import io.paxosstore.client.sql.SqlStatement;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableQuery;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Executes one SQL statement on an entity: asks for the schema if it needs it, then sends the
 * operation, page after page for a SELECT. Used once.
 */
final class EntitySql {
    /** Most rows of a SELECT without a LIMIT. */
    static final int ROWS_MAX = 100_000;

    static final String VERB = "SQL statement";

    /** One request of a statement. */
    private record Ask<R>(MultiOp multiOp, Function<MultiOpResult.Executed, R> conversion) {}

    private final EntityCalls calls;
    private final SqlStatement statement;
    private final @Nullable SelectBound bound;
    private final List<List<@Nullable Object>> rows = new ArrayList<>();
    private final LatestCall latest = new LatestCall();

    /**
     * A statement to be executed.
     *
     * @throws SqlException if it cannot be understood or is not supported
     */
    EntitySql(EntityCalls calls, String sql) {
        this(calls, Sql.parse(sql), null);
    }

    private EntitySql(EntityCalls calls, SqlStatement statement, @Nullable SelectBound bound) {
        this.calls = calls;
        this.statement = statement;
        this.bound = bound;
    }

    /**
     * A SELECT.
     *
     * <p>A deadline in the options is that of the whole statement, and what is found is bounded by
     * {@link SelectBound}: somebody else has written it.
     *
     * @param rowsMax most rows; of more, the first ones
     * @throws SqlException also if it is something else than a SELECT
     */
    static EntitySql select(EntityCalls calls, String sql, int rowsMax) {
        SqlStatement statement = Sql.parse(sql);
        if (!statement.isReadOnly()) {
            throw new SqlException("Only a SELECT may be asked here; this statement changes data.");
        }
        return new EntitySql(
                calls, statement, new SelectBound(rowsMax, calls.options().deadline()));
    }

    SqlResult execute() {
        TableSchema schema = statement.needsSchema() ? call(schema()) : null;
        SqlOperation bound = statement.bind(schema);
        if (!(bound.operation() instanceof TableOperation.Scan scan)) {
            return call(once(bound));
        }
        TableQuery next = scan.query();
        while (next != null) {
            next = following(bound, next, call(page(scan.object(), next)));
        }
        return new SqlResult.Rows(bound.labels(), rows);
    }

    private <R> R call(Ask<R> ask) {
        return calls.call(VERB, ask.multiOp(), ask.conversion());
    }

    CompletableFuture<SqlResult> executeAsync() {
        return latest.whole(
                statement.needsSchema()
                        ? callAsync(schema()).thenCompose(this::executeAsync)
                        : executeAsync(null));
    }

    private CompletableFuture<SqlResult> executeAsync(@Nullable TableSchema schema) {
        SqlOperation bound = statement.bind(schema);
        return bound.operation() instanceof TableOperation.Scan scan
                ? pagesAsync(bound, scan.query())
                : callAsync(once(bound));
    }

    private CompletableFuture<SqlResult> pagesAsync(SqlOperation bound, TableQuery query) {
        return callAsync(page(statement.table(), query))
                .thenCompose(page -> {
                    TableQuery next = following(bound, query, page);
                    return next == null
                            ? CompletableFuture.completedFuture(
                                    new SqlResult.Rows(bound.labels(), rows))
                            : pagesAsync(bound, next);
                });
    }

    private <R> CompletableFuture<R> callAsync(Ask<R> ask) {
        return latest.begun(calls.callAsync(VERB, ask.multiOp(), ask.conversion()));
    }

    private Ask<TableSchema> schema() {
        return ask(
                new TableOperation.Describe(statement.table()),
                result -> {
                    TableSchema schema = ((Result.Table) result).schema();
                    if (schema == null) {
                        throw noTable();
                    }
                    return schema;
                });
    }

    private RejectedException noTable() {
        return new RejectedException(
                VERB,
                calls.entity(),
                new MultiOpResult.Rejected(
                        MultiOpResult.Part.THEN, 0, new Failure.NoTable(statement.table())));
    }

    private static <R> Ask<R> ask(Operation operation, Function<Result, R> conversion) {
        return new Ask<>(
                MultiOp.of(operation), executed -> conversion.apply(executed.results().get(0)));
    }

    private static Ask<Result.Rows> page(String table, TableQuery query) {
        return ask(new TableOperation.Scan(table, query), result -> (Result.Rows) result);
    }

    /** Keeps a page; the query of the next one, null if it was the last. */
    private @Nullable TableQuery following(SqlOperation asked, TableQuery query, Result.Rows page) {
        for (List<@Nullable Object> row : page.rows()) {
            rows.add(asked.show(row));
        }
        if (bound != null && bound.isReached(rows, page)) {
            return null;
        }
        if (query.limit() == 0 && rows.size() + (page.next() == null ? 0 : 1) > ROWS_MAX) {
            throw new SqlException(
                    "The SELECT finds more than "
                            + ROWS_MAX
                            + " rows; narrow it by WHERE, or say by LIMIT how many are wanted.");
        }
        return page.next() == null
                ? null
                : new TableQuery(
                        query.columns(),
                        query.where(),
                        query.order(),
                        query.limit(),
                        query.page(),
                        page.next());
    }

    /** What is done by one request. */
    private Ask<SqlResult> once(SqlOperation bound) {
        Operation operation = bound.operation();
        if (operation instanceof ObjectOperation.Delete drop) {
            return drop(drop);
        } else if (operation instanceof TableOperation.Insert insert) {
            operation =
                    new TableOperation.Insert(
                            insert.object(),
                            insert.columns(),
                            insert.rows(),
                            insert.present(),
                            calls.options().ttlMillis());
        }
        return ask(operation, result -> result(bound, result));
    }

    private static SqlResult result(SqlOperation bound, Result result) {
        if (result instanceof Result.Rows rows) {
            List<List<@Nullable Object>> shown = new ArrayList<>();
            rows.rows().forEach(row -> shown.add(bound.show(row)));
            return new SqlResult.Rows(bound.labels(), shown);
        } else if (result instanceof Result.Count count) {
            return new SqlResult.Count(count.count());
        }
        return new SqlResult.Done(!(result instanceof Result.Flag flag) || flag.flag());
    }

    /** What is no table is not dropped: then the first operation fails, and with it the second. */
    private Ask<SqlResult> drop(ObjectOperation.Delete drop) {
        return new Ask<>(
                MultiOp.of(new TableOperation.Describe(drop.object()), drop),
                executed -> {
                    Result.Table table = (Result.Table) executed.results().get(0);
                    if (table.schema() == null && !statement.ifExists()) {
                        throw noTable();
                    }
                    return new SqlResult.Done(table.schema() != null);
                });
    }
}
