package io.paxosstore.table;

import io.paxosstore.log.ExpiryClock;
import io.paxosstore.log.WorkMeter;
import io.paxosstore.protocol.model.Aggregate;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Order;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableQuery;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads of a table. Not thread-safe. */
final class TableQueries {
    /** Most rows that a page in the order of the primary key looks at. */
    static final int PAGE_STEPS_MAX = 20_000;

    private final String name;
    private final TableDefinition table;
    private final TableView view;
    private final Columns columns;
    private final ExpiryClock clock;
    private final ResultRoom room;

    TableQueries(
            String name,
            TableDefinition table,
            TableView view,
            ExpiryClock clock,
            ResultRoom room) {
        this.name = name;
        this.table = table;
        this.view = view;
        this.columns = new Columns(name, table);
        this.clock = clock;
        this.room = room;
    }

    static List<@Nullable Object> values(StoredRow row, int[] places) {
        @Nullable Object[] values = new Object[places.length];
        for (int i = 0; i < places.length; i++) {
            values[i] = row.value(places[i]);
        }
        return Arrays.asList(values);
    }

    static long bytes(List<@Nullable Object> values) {
        long bytes = 0;
        for (Object value : values) {
            bytes += ColumnType.size(value);
        }
        return bytes;
    }

    /** About the bytes of names in an answer. */
    static long nameBytes(List<String> names) {
        long bytes = 0;
        for (String name : names) {
            bytes += ColumnType.size(name) + (long) Short.BYTES;
        }
        return bytes;
    }

    Result get(TableOperation.Get get) {
        int[] wanted = wanted(get.columns());
        TableReader reader = new TableReader(table, view);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (List<Object> key : get.keys()) {
            StoredRow row = reader.row(key(key));
            if (row != null && !clock.isPast(row.deadlineMillis())) {
                List<@Nullable Object> values = values(row, wanted);
                room.returns(bytes(values), values.size());
                rows.add(values);
            }
        }
        return new Result.Rows(columns.names(wanted), rows, null);
    }

    /** The columns to return: their names are part of the answer, however few rows it has. */
    private int[] wanted(List<String> names) {
        int[] wanted = columns.places(names);
        room.returns(nameBytes(columns.names(wanted)), 0);
        return wanted;
    }

    /** The bytes of a primary key. */
    private byte[] key(List<Object> key) {
        int[] places = table.keyPlaces();
        if (key.size() != places.length) {
            throw TableFailureException.invalid(
                    name,
                    "its primary key has %d columns (%s); given were %d values."
                            .formatted(
                                    places.length,
                                    String.join(", ", table.schema().key()),
                                    key.size()));
        }
        @Nullable Object[] values = new Object[table.columnCount()];
        for (int i = 0; i < places.length; i++) {
            values[places[i]] = columns.cells().stored(columns.column(places[i]), key.get(i));
        }
        return RowKeys.of(table, values);
    }

    private Rows rows(Condition where, AccessPlan plan) {
        return Rows.of(table, view, columns, plan, where, clock);
    }

    /** How many rows are meant. */
    long count(Condition where) {
        long count = 0;
        try (Rows rows = rows(where, AccessPlan.of(where, table, columns, view.meter()))) {
            while (rows.next() != null) {
                count++;
            }
        }
        return count;
    }

    Result compute(List<Aggregate> aggregates, Condition where) {
        List<Aggregation> all = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (Aggregate aggregate : aggregates) {
            all.add(new Aggregation(aggregate, columns));
            labels.add(aggregate.label());
        }
        try (Rows rows = rows(where, AccessPlan.of(where, table, columns, view.meter()))) {
            for (StoredRow row = rows.next(); row != null; row = rows.next()) {
                view.meter().charge(all.size());
                for (Aggregation aggregation : all) {
                    aggregation.add(row);
                }
            }
        }
        List<@Nullable Object> results = new ArrayList<>();
        for (Aggregation aggregation : all) {
            results.add(aggregation.result());
        }
        room.returns(nameBytes(labels) + bytes(results), results.size());
        return new Result.Rows(labels, List.of(results), null);
    }

    Result scan(TableQuery query) {
        int[] wanted = wanted(query.columns());
        AccessPlan plan = AccessPlan.of(query.where(), table, columns, view.meter());
        boolean indexed = plan.index() != null;
        List<Order> order = distinct(query.order());
        QueryCursor cursor = QueryCursor.of(name, query, keyOrder(order), indexed);
        if (cursor.isSorted()) {
            return sorted(query, order, wanted, plan, cursor);
        }
        AccessPlan keyPlan =
                indexed ? AccessPlan.ofKey(query.where(), table, columns, view.meter()) : plan;
        return inKeyOrder(query, wanted, keyPlan, cursor);
    }

    /** An order without the columns that were named before: rows that differ there are sorted. */
    private static List<Order> distinct(List<Order> order) {
        Set<String> seen = new HashSet<>();
        return order.stream().filter(each -> seen.add(each.column())).toList();
    }

    /** Whether walking along the primary key shows rows in this order: null if it does not. */
    private @Nullable Boolean keyOrder(List<Order> order) {
        List<String> key = table.schema().key();
        boolean descending = !order.isEmpty() && order.getFirst().descending();
        for (int i = 0; i < order.size(); i++) {
            Order each = order.get(i);
            boolean fits = i < key.size() && each.column().equals(key.get(i));
            if (!fits || each.descending() != descending) {
                return null;
            }
        }
        // Among rows that are equal in the order, the primary key ascends.
        boolean isWhole = order.size() >= key.size();
        return (!descending || isWhole) ? (Boolean) descending : null;
    }

    private Result inKeyOrder(TableQuery query, int[] wanted, AccessPlan plan, QueryCursor cursor) {
        boolean descending = cursor.isDescending();
        ResultRoom.PageRoom page = room.page(query.page());
        List<List<@Nullable Object>> found = new ArrayList<>();
        long left = cursor.left();
        KeyRange within = KeyRange.ALL;
        byte[] place = cursor.place();
        if (place != null) {
            within =
                    descending
                            ? within.endingBefore(place)
                            : within.startingAt(RowKeys.after(place));
        }
        Matcher matcher = Matcher.of(query.where(), columns, view.meter());
        try (Rows rows = new Rows(table, view, plan, matcher, clock, descending, within)) {
            byte[] reached = place;
            while (found.size() < left) {
                StoredRow row = rows.candidate();
                if (row == null) {
                    return rows(wanted, found, null);
                }
                boolean meant = rows.isMeant(row);
                if (meant) {
                    List<@Nullable Object> values = values(row, wanted);
                    if (!page.takes(bytes(values) + row.key().length, values.size())) {
                        return rows(wanted, found, cursor.next(reached, found.size()));
                    }
                    found.add(values);
                }
                reached = row.key();
                if (rows.looked() >= PAGE_STEPS_MAX && found.size() < left) {
                    return rows(wanted, found, cursor.next(reached, found.size()));
                }
            }
        }
        return rows(wanted, found, null);
    }

    private Result rows(int[] wanted, List<List<@Nullable Object>> found, byte @Nullable [] next) {
        return new Result.Rows(columns.names(wanted), found, next);
    }

    private Result sorted(
            TableQuery query,
            List<Order> order,
            int[] wanted,
            AccessPlan plan,
            QueryCursor cursor) {
        int pageRows = (int) Math.min(cursor.left(), query.page().elements());
        if (pageRows == 0) {
            return rows(wanted, List.of(), null);
        }
        SortedRows sorted =
                new SortedRows(
                        order,
                        columns,
                        cursor.place(),
                        pageRows,
                        query.page().bytes(),
                        view.meter());
        try (Rows rows = rows(query.where(), plan)) {
            for (StoredRow row = rows.next(); row != null; row = rows.next()) {
                view.meter().charge(WorkMeter.ROW);
                sorted.add(row, wanted);
            }
        }
        ResultRoom.PageRoom page = room.page(query.page());
        List<List<@Nullable Object>> found = new ArrayList<>();
        byte[] reached = cursor.place();
        for (SortedRows.Sorted row : sorted.rows()) {
            List<@Nullable Object> values = row.values();
            if (!page.takes(row.bytes(), values.size())) {
                return rows(wanted, found, cursor.next(reached, found.size()));
            }
            found.add(values);
            reached = row.place();
        }
        boolean ended = found.size() == cursor.left() || !sorted.hasMore();
        return rows(wanted, found, ended ? null : cursor.next(reached, found.size()));
    }
}
