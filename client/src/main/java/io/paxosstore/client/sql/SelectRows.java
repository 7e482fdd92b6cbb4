package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.Aggregate;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Order;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableQuery;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** SELECT. */
record SelectRows(
        String table, List<Item> items, SqlCondition where, List<Sorting> order, SqlLimit limit)
        implements SqlStatement {
    /** What is shown. */
    sealed interface Item {
        /** All columns. */
        record All() implements Item {}

        /** A column; the alias is null if it has none. */
        record OneColumn(SqlName column, @Nullable SqlName alias) implements Item {}

        /** An aggregate; the column is null for count(*). */
        record OneAggregate(
                Aggregate.Function function, @Nullable SqlName column, @Nullable SqlName alias)
                implements Item {}
    }

    /** A column of ORDER BY. */
    record Sorting(SqlName column, boolean descending) {}

    @Override
    public SqlOperation bind(@Nullable TableSchema schema) {
        TableSchema known = Objects.requireNonNull(schema);
        Condition bound = limit.where(where, table, known);
        return items.get(0) instanceof Item.OneAggregate
                ? compute(known, bound)
                : scan(known, bound);
    }

    private SqlOperation scan(TableSchema schema, Condition bound) {
        List<String> read = new ArrayList<>();
        List<SqlOperation.Output> outputs = new ArrayList<>();
        Map<SqlName, String> aliases = new LinkedHashMap<>();
        for (Item item : items) {
            if (item instanceof Item.OneColumn one) {
                String name = one.column().column(schema, table);
                SqlName alias = one.alias();
                outputs.add(
                        new SqlOperation.Output(
                                alias == null ? name : alias.text(), place(read, name)));
                if (alias != null) {
                    aliases.put(alias, name);
                }
            } else {
                for (String name : schema.columnNames()) {
                    outputs.add(new SqlOperation.Output(name, place(read, name)));
                }
            }
        }
        TableQuery query =
                new TableQuery(
                        read, bound, sorted(schema, aliases), limit.rows(), Page.LARGEST, null);
        return new SqlOperation(new TableOperation.Scan(table, query), outputs);
    }

    /** Where something is in a list; at its end if it was not there. */
    private static <T> int place(List<T> list, T element) {
        int index = list.indexOf(element);
        if (index < 0) {
            list.add(element);
            return list.size() - 1;
        }
        return index;
    }

    private List<Order> sorted(TableSchema schema, Map<SqlName, String> aliases) {
        Map<String, Order> sorted = new LinkedHashMap<>();
        for (Sorting sorting : order) {
            String name = meant(sorting.column(), schema, aliases);
            sorted.putIfAbsent(name, new Order(name, sorting.descending()));
        }
        return List.copyOf(sorted.values());
    }

    /** ORDER BY names what is shown, if it can, else a column. */
    private String meant(SqlName name, TableSchema schema, Map<SqlName, String> aliases) {
        for (Map.Entry<SqlName, String> alias : aliases.entrySet()) {
            String text = alias.getKey().text();
            if (name.quoted() ? text.equals(name.text()) : text.equalsIgnoreCase(name.text())) {
                return alias.getValue();
            }
        }
        return name.column(schema, table);
    }

    private SqlOperation compute(TableSchema schema, Condition bound) {
        List<Aggregate> aggregates = new ArrayList<>();
        List<SqlOperation.Output> outputs = new ArrayList<>();
        for (Item item : items) {
            if (item instanceof Item.OneAggregate one) {
                Aggregate aggregate = aggregate(schema, one);
                SqlName alias = one.alias();
                outputs.add(
                        new SqlOperation.Output(
                                alias == null ? aggregate.label() : alias.text(),
                                place(aggregates, aggregate)));
            }
        }
        return new SqlOperation(new TableOperation.Compute(table, aggregates, bound), outputs);
    }

    private Aggregate aggregate(TableSchema schema, Item.OneAggregate item) {
        SqlName name = item.column();
        if (name == null) {
            return Aggregate.countRows();
        }
        Column column = schema.columns().get(schema.indexOf(name.column(schema, table)));
        boolean adds =
                item.function() == Aggregate.Function.SUM
                        || item.function() == Aggregate.Function.AVG;
        if (adds && !column.type().isNumber()) {
            throw new SqlException(
                    "The column \""
                            + column.name()
                            + "\" of the table \""
                            + table
                            + "\" is "
                            + column.typeWord()
                            + "; "
                            + item.function().word()
                            + " takes a number.");
        }
        return new Aggregate(item.function(), column.name());
    }
}
