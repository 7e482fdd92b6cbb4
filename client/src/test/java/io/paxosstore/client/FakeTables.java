package io.paxosstore.client;

import io.paxosstore.client.table.Row;
import io.paxosstore.protocol.model.Assignment;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableQuery;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A twin of tables whose primary key is one string column; it knows EQUAL, IN and AND, and of
 * aggregates the number of rows. Its cursor is how many rows were looked at and found.
 */
final class FakeTables {
    /** So few that a page may be empty although there are more rows. */
    private static final int ROWS_READ_MAX = 5_000;

    private record Table(TableSchema schema, Map<String, Row> rows) {}

    /** What cannot be executed. */
    static final class Rejection extends Exception {
        private static final long serialVersionUID = 1L;

        final transient Failure failure;

        Rejection(Failure failure) {
            this.failure = failure;
        }
    }

    private final Map<String, Table> tables = new HashMap<>();

    Result execute(String name, TableOperation operation) throws Rejection {
        Table table = tables.get(name);
        if (operation instanceof TableOperation.Create create) {
            if (table != null && !create.ifAbsent()) {
                throw new Rejection(new Failure.TableExists(create.object()));
            }
            tables.putIfAbsent(name, new Table(create.schema(), new TreeMap<>()));
            return new Result.Flag(table == null);
        } else if (operation instanceof TableOperation.Describe) {
            return table == null
                    ? new Result.Table(null, 0, List.of())
                    : new Result.Table(table.schema(), table.rows().size(), List.of("i"));
        } else if (table == null) {
            throw new Rejection(new Failure.NoTable(operation.object()));
        } else if (operation instanceof TableOperation.Insert insert) {
            return insert(table, insert);
        } else if (operation instanceof TableOperation.Update update) {
            List<Row> rows = matching(table, update.where());
            for (Row row : rows) {
                put(table, assign(row, update.assignments()));
            }
            return new Result.Count(rows.size());
        } else if (operation instanceof TableOperation.Delete delete) {
            List<Row> rows = matching(table, delete.where());
            rows.forEach(row -> table.rows().remove(key(table, row)));
            return new Result.Count(rows.size());
        }
        return read(table, operation);
    }

    private static Result read(Table table, TableOperation operation) {
        if (operation instanceof TableOperation.Get get) {
            List<Row> rows = new ArrayList<>();
            for (List<Object> key : get.keys()) {
                Row row = table.rows().get((String) key.get(0));
                if (row != null) {
                    rows.add(row);
                }
            }
            return rows(table, rows, get.columns(), null);
        } else if (operation instanceof TableOperation.Scan scan) {
            return scan(table, scan.query());
        } else if (operation instanceof TableOperation.Compute compute) {
            Long count = (long) matching(table, compute.where()).size();
            return new Result.Rows(List.of("count(*)"), List.of(List.of(count)), null);
        }
        return new Result.Done();
    }

    private static Result insert(Table table, TableOperation.Insert insert) throws Rejection {
        int written = 0;
        for (List<@Nullable Object> values : insert.rows()) {
            Row given = Row.of(insert.columns(), values);
            Row row = null;
            for (String column : table.schema().columnNames()) {
                Object value = given.has(column) ? given.get(column) : null;
                row = row == null ? Row.of(column, value) : row.with(column, value);
            }
            boolean present = row != null && table.rows().containsKey(key(table, row));
            if (present && insert.present() == TableOperation.Present.FAIL) {
                throw new Rejection(new Failure.RowExists(insert.object(), key(table, given)));
            }
            if (row != null && !(present && insert.present() == TableOperation.Present.KEEP)) {
                put(table, row);
            }
            written += present ? 0 : 1;
        }
        return new Result.Count(written);
    }

    private static void put(Table table, Row row) {
        table.rows().put(key(table, row), row);
    }

    private static String key(Table table, Row row) {
        return row.getString(table.schema().key().get(0));
    }

    private static Row assign(Row row, List<Assignment> assignments) {
        Row changed = row;
        for (Assignment assignment : assignments) {
            changed =
                    assignment instanceof Assignment.Set set
                            ? changed.with(set.column(), set.value())
                            : changed.with(
                                    assignment.column(),
                                    changed.getLong(assignment.column())
                                            + (Long) ((Assignment.Add) assignment).value());
        }
        return changed;
    }

    private static Result scan(Table table, TableQuery query) {
        List<Row> all = List.copyOf(table.rows().values());
        byte[] cursor = query.cursor();
        String[] seen =
                (cursor == null ? "0 0" : new String(cursor, StandardCharsets.US_ASCII))
                        .split(" ", 2);
        int at = Integer.parseInt(seen[0]);
        long wanted = query.limit() == 0 ? all.size() : query.limit();
        wanted -= Integer.parseInt(seen[1]);
        int end = Math.min(all.size(), at + ROWS_READ_MAX);
        List<Row> rows = new ArrayList<>();
        while (at < end && rows.size() < Math.min(wanted, query.page().elements())) {
            Row row = all.get(at++);
            if (holds(query.where(), row)) {
                rows.add(row);
            }
        }
        boolean done = at == all.size() || rows.size() == wanted;
        String next = at + " " + (Integer.parseInt(seen[1]) + rows.size());
        return rows(
                table,
                rows,
                query.columns(),
                done ? null : next.getBytes(StandardCharsets.US_ASCII));
    }

    private static Result rows(
            Table table, List<Row> rows, List<String> columns, byte @Nullable [] next) {
        List<String> names = columns.isEmpty() ? table.schema().columnNames() : columns;
        List<List<@Nullable Object>> values = new ArrayList<>();
        for (Row row : rows) {
            List<@Nullable Object> cells = new ArrayList<>();
            names.forEach(name -> cells.add(row.get(name)));
            values.add(cells);
        }
        return new Result.Rows(names, values, next);
    }

    private static List<Row> matching(Table table, Condition condition) {
        return table.rows().values().stream().filter(row -> holds(condition, row)).toList();
    }

    private static boolean holds(Condition condition, Row row) {
        if (condition instanceof Condition.And and) {
            return and.conditions().stream().allMatch(one -> holds(one, row));
        } else if (condition instanceof Condition.In in) {
            return in.values().contains(row.get(in.column()));
        } else if (condition instanceof Condition.Compare compare
                && compare.comparison() == Comparison.EQUAL) {
            return compare.value().equals(row.get(compare.column()));
        }
        throw new AssertionError("not in this twin: " + condition);
    }
}
