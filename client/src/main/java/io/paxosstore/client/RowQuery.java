package io.paxosstore.client;

import io.paxosstore.client.table.Row;
import io.paxosstore.client.table.RowMapper;
import io.paxosstore.protocol.model.Aggregate;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.Order;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableQuery;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A query of a table: which rows, in which order, how many. Immutable: each method gives another
 * query, which may be kept and run again.
 *
 * <pre>{@code
 * List<Row> names =
 *         table.query()
 *                 .where(column("city").eq("Graz").and(column("age").atLeast(18)))
 *                 .orderBy("age")
 *                 .select("name", "age")
 *                 .limit(20)
 *                 .list();
 * }</pre>
 *
 * @param <R> what a row is turned into
 */
public final class RowQuery<R> {
    private final EntityCalls calls;
    private final TableBinding<R> binding;
    private final List<String> columns;
    private final Condition where;
    private final List<Order> order;
    private final long limit;

    RowQuery(EntityCalls calls, TableBinding<R> binding) {
        this(calls, binding, binding.mapper().columns(), Condition.all(), List.of(), 0);
    }

    private RowQuery(
            EntityCalls calls,
            TableBinding<R> binding,
            List<String> columns,
            Condition where,
            List<Order> order,
            long limit) {
        this.calls = calls;
        this.binding = binding;
        this.columns = columns;
        this.where = where;
        this.order = order;
        this.limit = limit;
    }

    /** Rows for which the condition is true; with those that were given before, all must be. */
    public RowQuery<R> where(Condition condition) {
        return new RowQuery<>(calls, binding, columns, where.and(condition), order, limit);
    }

    /** Sorted by the columns, least first, after what was given before. */
    public RowQuery<R> orderBy(String... more) {
        RowQuery<R> query = this;
        for (String column : more) {
            query = query.order(Order.ascending(column));
        }
        return query;
    }

    /** Sorted by the column, greatest first, after what was given before. */
    public RowQuery<R> descending(String column) {
        return order(Order.descending(column));
    }

    private RowQuery<R> order(Order more) {
        List<Order> orders = new ArrayList<>(order);
        orders.add(more);
        return new RowQuery<>(calls, binding, columns, where, List.copyOf(orders), limit);
    }

    /**
     * So many rows at most, in all pages together; 0 for all.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public RowQuery<R> limit(long newLimit) {
        return new RowQuery<>(calls, binding, columns, where, order, Checks.rows(newLimit));
    }

    /** Only these columns; so rows as they are. */
    public RowQuery<Row> select(String... wanted) {
        return rows(List.of(wanted));
    }

    /** Rows as they are, with all columns that the table has. */
    public RowQuery<Row> rows() {
        return rows(List.of());
    }

    private RowQuery<Row> rows(List<String> wanted) {
        return new RowQuery<>(
                calls,
                new TableBinding<>(binding.name(), RowMapper.rows()),
                wanted,
                where,
                order,
                limit);
    }

    /**
     * All rows, in pages; each page shows one version of the table, and has a deadline of its own.
     * They are in memory together, so set a limit where there may be many.
     */
    public List<R> list() {
        List<R> all = new ArrayList<>();
        scan().inPagesOf(greatestPage()).forEach(all::add);
        return List.copyOf(all);
    }

    /** Like {@link #list}. */
    public CompletableFuture<List<R>> listAsync() {
        LatestCall latest = new LatestCall();
        return latest.whole(listAsync(latest, new ArrayList<>(), null));
    }

    private CompletableFuture<List<R>> listAsync(
            LatestCall latest, List<R> before, @Nullable Cursor from) {
        return latest.begun(calls.callAsync(op(from, greatestPage())))
                .thenCompose(slice -> {
                    before.addAll(slice.elements());
                    Cursor next = slice.next().orElse(null);
                    return next == null
                            ? CompletableFuture.completedFuture(List.copyOf(before))
                            : listAsync(latest, before, next);
                });
    }

    private Page greatestPage() {
        return limit == 0 || limit > ModelLimits.PAGE_ELEMENTS_MAX
                ? Page.LARGEST
                : Page.of((int) limit);
    }

    /** All rows, fetched in pages while they are taken; see {@link Scan}. */
    public Scan<R> scan() {
        return Scan.ofSlices(this::page, this::page);
    }

    /**
     * The first rows, as many as the page holds. There may be fewer, even none, and yet more to
     * come: one call looks at so many rows only.
     */
    public Slice<R> page(Page page) {
        return calls.call(op(page));
    }

    /** Like {@link #page(Page)}. */
    public CompletableFuture<Slice<R>> pageAsync(Page page) {
        return calls.callAsync(op(page));
    }

    /** Goes on where an earlier page of the same query ended. */
    public Slice<R> page(Cursor from, Page page) {
        return calls.call(op(from, page));
    }

    /** Like {@link #page(Cursor, Page)}. */
    public CompletableFuture<Slice<R>> pageAsync(Cursor from, Page page) {
        return calls.callAsync(op(from, page));
    }

    /** The first row; empty if there is none. */
    public Optional<R> first() {
        return ObjectOps.first(limit(1).list());
    }

    /** Like {@link #first}. */
    public CompletableFuture<Optional<R>> firstAsync() {
        return LatestCall.converted(limit(1).listAsync(), ObjectOps::first);
    }

    /**
     * Aggregates of all rows for which the condition is true, whatever the limit: one row, whose
     * columns are called {@link Aggregate#label}.
     */
    public Row aggregate(Aggregate... aggregates) {
        return calls.call(op(aggregates));
    }

    /** Like {@link #aggregate}. */
    public CompletableFuture<Row> aggregateAsync(Aggregate... aggregates) {
        return calls.callAsync(op(aggregates));
    }

    /** For how many rows the condition is true, whatever the limit. */
    public long count() {
        return count(aggregate(Aggregate.countRows()));
    }

    /** Like {@link #count}. */
    public CompletableFuture<Long> countAsync() {
        return LatestCall.converted(aggregateAsync(Aggregate.countRows()), RowQuery::count);
    }

    private static long count(Row row) {
        return row.getLong(Aggregate.countRows().label());
    }

    /**
     * The sum of a number column, whatever the limit: a BigDecimal, of a float64 column a Double;
     * empty without any value.
     */
    public Optional<Number> sum(String column) {
        return number(aggregate(Aggregate.sum(column)));
    }

    /** Like {@link #sum}. */
    public CompletableFuture<Optional<Number>> sumAsync(String column) {
        return LatestCall.converted(aggregateAsync(Aggregate.sum(column)), RowQuery::number);
    }

    /** The mean of a number column; otherwise like {@link #sum}. */
    public Optional<Number> avg(String column) {
        return number(aggregate(Aggregate.avg(column)));
    }

    /** Like {@link #avg}. */
    public CompletableFuture<Optional<Number>> avgAsync(String column) {
        return LatestCall.converted(aggregateAsync(Aggregate.avg(column)), RowQuery::number);
    }

    /** The least value of a column, whatever the limit; empty without any. */
    public Optional<Object> min(String column) {
        return only(aggregate(Aggregate.min(column)));
    }

    /** Like {@link #min}. */
    public CompletableFuture<Optional<Object>> minAsync(String column) {
        return LatestCall.converted(aggregateAsync(Aggregate.min(column)), RowQuery::only);
    }

    /** The greatest value of a column, whatever the limit; empty without any. */
    public Optional<Object> max(String column) {
        return only(aggregate(Aggregate.max(column)));
    }

    /** Like {@link #max}. */
    public CompletableFuture<Optional<Object>> maxAsync(String column) {
        return LatestCall.converted(aggregateAsync(Aggregate.max(column)), RowQuery::only);
    }

    private static Optional<Object> only(Row row) {
        return Optional.ofNullable(row.values().get(0));
    }

    private static Optional<Number> number(Row row) {
        return only(row).map(Number.class::cast);
    }

    /** The first rows as an operation of a {@link MultiOpBuilder}. */
    public Step<Slice<R>> op(Page page) {
        return op(null, page);
    }

    /** Aggregates as an operation of a {@link MultiOpBuilder}. */
    public Step<Row> op(Aggregate... aggregates) {
        return new Step<>(
                calls.entity(),
                "aggregate",
                new TableOperation.Compute(binding.name(), List.of(aggregates), where),
                result -> TableBinding.rows(result).get(0));
    }

    private Step<Slice<R>> op(@Nullable Cursor from, Page page) {
        return new Step<>(
                calls.entity(),
                "query",
                new TableOperation.Scan(
                        binding.name(),
                        new TableQuery(
                                columns,
                                where,
                                order,
                                limit,
                                page,
                                from == null ? null : from.from())),
                binding::slice);
    }
}
