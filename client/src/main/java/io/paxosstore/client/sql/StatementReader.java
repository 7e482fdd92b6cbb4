package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.Aggregate;
import io.paxosstore.protocol.model.TableOperation.Present;

import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.operators.arithmetic.Addition;
import net.sf.jsqlparser.expression.operators.arithmetic.Subtraction;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.alter.Alter;
import net.sf.jsqlparser.statement.create.index.CreateIndex;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.drop.Drop;
import net.sf.jsqlparser.statement.insert.ConflictActionType;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.insert.InsertConflictAction;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.Limit;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.update.Update;
import net.sf.jsqlparser.statement.update.UpdateSet;
import net.sf.jsqlparser.statement.upsert.Upsert;
import net.sf.jsqlparser.statement.upsert.UpsertType;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Turns the parser's tree of a statement into one of this package. */
final class StatementReader {
    private StatementReader() {}

    static SqlStatement read(Statement tree) {
        if (tree instanceof PlainSelect select) {
            return select(select);
        } else if (tree instanceof Select) {
            throw Refusal.of(tree.toString(), Refusal.SELECT);
        } else if (tree instanceof Insert insert) {
            return insert(insert);
        } else if (tree instanceof Upsert upsert) {
            return upsert(upsert);
        } else if (tree instanceof Update update) {
            return update(update);
        } else if (tree instanceof Delete delete) {
            return delete(delete);
        } else if (tree instanceof net.sf.jsqlparser.statement.create.table.CreateTable create) {
            return DefinitionReader.createTable(create);
        } else if (tree instanceof CreateIndex create) {
            return DefinitionReader.createIndex(create);
        } else if (tree instanceof Drop drop) {
            return DefinitionReader.drop(drop);
        } else if (tree instanceof Alter alter) {
            return DefinitionReader.alter(alter);
        }
        throw Refusal.of(String.valueOf(tree), Refusal.STATEMENTS);
    }

    private static SqlStatement select(PlainSelect tree) {
        PlainSelect used = new PlainSelect();
        used.setSelectItems(tree.getSelectItems());
        used.setFromItem(tree.getFromItem());
        used.setWhere(tree.getWhere());
        used.setOrderByElements(tree.getOrderByElements());
        used.setLimit(tree.getLimit());
        Refusal.unlessAll(tree, used.toString(), Refusal.SELECT);
        if (!(tree.getFromItem() instanceof Table table)) {
            throw Refusal.of(
                    tree.getFromItem() == null ? tree.toString() : "FROM " + tree.getFromItem(),
                    Refusal.SELECT);
        }
        String name = LiteralReader.table(table);
        List<SelectRows.Item> items = new ArrayList<>();
        for (SelectItem<?> item : tree.getSelectItems()) {
            items.add(item(item));
        }
        SqlLimit limit = limit(tree.getLimit());
        checkAggregates(tree, items, limit);
        List<SelectRows.Sorting> order = new ArrayList<>();
        if (tree.getOrderByElements() != null) {
            tree.getOrderByElements().forEach(element -> order.add(sorting(element)));
        }
        return new SelectRows(name, items, ConditionReader.where(tree.getWhere()), order, limit);
    }

    private static void checkAggregates(
            PlainSelect tree, List<SelectRows.Item> items, SqlLimit limit) {
        long aggregates =
                items.stream().filter(SelectRows.Item.OneAggregate.class::isInstance).count();
        if (aggregates == 0) {
            return;
        }
        if (aggregates < items.size()) {
            throw Refusal.of(
                    tree.getSelectItems().stream()
                            .map(SelectItem::toString)
                            .collect(Collectors.joining(", ")),
                    "a SELECT shows either columns or aggregates");
        } else if (tree.getOrderByElements() != null || limit.isNone()) {
            throw Refusal.of(
                    limit.isNone() ? "LIMIT 0" : "ORDER BY",
                    "a SELECT of aggregates shows one row, without ORDER BY or LIMIT 0");
        }
    }

    private static SelectRows.Item item(SelectItem<?> tree) {
        Alias alias = tree.getAlias();
        Expression shown = tree.getExpression();
        Refusal.unlessAll(tree, shown + (alias == null ? "" : alias.toString()), Refusal.OUTPUT);
        SqlName label = null;
        if (alias != null) {
            Refusal.unlessAll(
                    alias,
                    (alias.isUseAs() ? " AS " : " ") + alias.getName(),
                    "an alias is one name");
            label = SqlName.of(alias.getName());
        }
        if (shown instanceof Column column) {
            return new SelectRows.Item.OneColumn(LiteralReader.column(column), label);
        } else if (shown instanceof Function function) {
            return aggregate(function, label);
        } else if (shown instanceof AllColumns && shown.toString().equals("*") && label == null) {
            return new SelectRows.Item.All();
        }
        throw Refusal.of(tree.toString(), Refusal.OUTPUT);
    }

    private static SelectRows.Item aggregate(Function tree, @Nullable SqlName label) {
        ExpressionList<?> parameters = tree.getParameters();
        if (tree.getName() == null || parameters == null || parameters.size() != 1) {
            throw Refusal.of(tree.toString(), Refusal.OUTPUT);
        }
        Expression parameter = parameters.get(0);
        Refusal.unlessAll(tree, tree.getName() + "(" + parameter + ")", Refusal.OUTPUT);
        for (Aggregate.Function function : Aggregate.Function.values()) {
            if (!function.word().equals(tree.getName().toLowerCase(Locale.ROOT))) {
                continue;
            }
            if (parameter instanceof Column column) {
                return new SelectRows.Item.OneAggregate(
                        function, LiteralReader.column(column), label);
            } else if (function == Aggregate.Function.COUNT
                    && parameter instanceof AllColumns
                    && parameter.toString().equals("*")) {
                return new SelectRows.Item.OneAggregate(function, null, label);
            }
        }
        throw Refusal.of(tree.toString(), Refusal.OUTPUT);
    }

    private static SelectRows.Sorting sorting(OrderByElement tree) {
        boolean descending = !tree.isAsc();
        String direction = descending ? " DESC" : tree.isAscDescPresent() ? " ASC" : "";
        String nulls = descending ? " NULLS LAST" : " NULLS FIRST";
        String used = tree.getExpression() + direction;
        if (!tree.toString().equals(used + nulls)) { // so it is anyway
            Refusal.unlessAll(
                    tree, used, "ORDER BY takes columns with ASC or DESC, NULLs count as least");
        }
        return new SelectRows.Sorting(
                LiteralReader.column(tree.getExpression(), "ORDER BY takes columns"), descending);
    }

    private static SqlLimit limit(@Nullable Limit tree) {
        if (tree == null) {
            return new SqlLimit(null);
        }
        Refusal.unlessAll(tree, " LIMIT " + tree.getRowCount(), "LIMIT takes a number of rows");
        try {
            if (tree.getRowCount() instanceof LongValue count) {
                return new SqlLimit(Long.parseLong(count.getStringValue()));
            }
        } catch (NumberFormatException e) {
            throw Refusal.of(tree.toString(), "LIMIT takes a number of 64 bits");
        }
        throw Refusal.of(tree.toString(), "LIMIT takes a number of rows");
    }

    private static SqlStatement insert(Insert tree) {
        InsertConflictAction action = tree.getConflictAction();
        Insert used = new Insert();
        used.setTable(tree.getTable());
        used.setColumns(tree.getColumns());
        used.setSelect(tree.getSelect());
        boolean keep =
                action != null && action.getConflictActionType() == ConflictActionType.DO_NOTHING;
        String conflict = keep ? " ON CONFLICT DO NOTHING" : "";
        Refusal.unlessAll(tree, used + conflict, Refusal.INSERT);
        return new InsertRows(
                LiteralReader.table(tree.getTable()),
                columns(tree.getColumns()),
                rows(tree.getSelect(), tree, Refusal.INSERT),
                keep ? Present.KEEP : Present.FAIL,
                false);
    }

    private static SqlStatement upsert(Upsert tree) {
        UpsertType type = tree.getUpsertType();
        if (type != UpsertType.UPSERT
                && type != UpsertType.REPLACE
                && type != UpsertType.INSERT_OR_REPLACE) {
            throw Refusal.of(tree.toString(), Refusal.UPSERT);
        }
        Upsert used = new Upsert();
        used.setUpsertType(type);
        used.setUsingInto(true);
        used.setTable(tree.getTable());
        used.setColumns(tree.getColumns());
        used.setSelect(tree.getSelect());
        Refusal.unlessAll(tree, used.toString(), Refusal.UPSERT);
        return new InsertRows(
                LiteralReader.table(tree.getTable()),
                columns(tree.getColumns()),
                rows(tree.getSelect(), tree, Refusal.UPSERT),
                Present.REPLACE,
                type == UpsertType.UPSERT);
    }

    private static List<SqlName> columns(@Nullable ExpressionList<Column> tree) {
        return tree == null ? List.of() : tree.stream().map(LiteralReader::column).toList();
    }

    private static List<List<SqlLiteral>> rows(
            @Nullable Select select, Statement tree, String supported) {
        if (!(select instanceof Values values)) {
            throw Refusal.of(select == null ? tree.toString() : select.toString(), supported);
        }
        ExpressionList<?> list = values.getExpressions();
        Refusal.unlessAll(values, "VALUES " + list, supported);
        if (list instanceof ParenthesedExpressionList<?> row) {
            return List.of(row(row));
        }
        List<List<SqlLiteral>> rows = new ArrayList<>(list.size());
        for (Expression element : list) {
            if (!(element instanceof ParenthesedExpressionList<?> row)) {
                throw Refusal.of(element.toString(), supported);
            }
            rows.add(row(row));
        }
        return rows;
    }

    private static List<SqlLiteral> row(ParenthesedExpressionList<?> tree) {
        List<SqlLiteral> row = new ArrayList<>(tree.size());
        for (Expression value : tree) {
            row.add(LiteralReader.literal(value));
        }
        return row;
    }

    private static SqlStatement update(Update tree) {
        Update used = new Update();
        used.setTable(tree.getTable());
        used.setUpdateSets(tree.getUpdateSets());
        used.setWhere(tree.getWhere());
        used.setLimit(tree.getLimit());
        Refusal.unlessAll(tree, used.toString(), Refusal.UPDATE);
        List<SqlAssignment> assignments = new ArrayList<>();
        for (UpdateSet set : tree.getUpdateSets()) {
            assignments.add(assignment(set));
        }
        return new UpdateRows(
                LiteralReader.table(tree.getTable()),
                assignments,
                ConditionReader.where(tree.getWhere()),
                limit(tree.getLimit()));
    }

    private static SqlAssignment assignment(UpdateSet tree) {
        if (tree.getColumns().size() != 1 || tree.getValues().size() != 1) {
            throw Refusal.of(tree.toString(), Refusal.SET);
        }
        Column column = tree.getColumns().get(0);
        Expression value = tree.getValues().get(0);
        Refusal.unlessAll(tree, column + " = " + value, Refusal.SET);
        SqlName name = LiteralReader.column(column);
        if (LiteralReader.isLiteral(value)) {
            return new SqlAssignment.Set(name, LiteralReader.literal(value));
        } else if (value instanceof Addition sum) {
            Expression left = sum.getLeftExpression();
            Expression right = sum.getRightExpression();
            Refusal.unlessAll(sum, left + " + " + right, Refusal.SET);
            return left instanceof Column
                    ? added(name, left, right, false)
                    : added(name, right, left, false);
        } else if (value instanceof Subtraction difference) {
            Expression left = difference.getLeftExpression();
            Expression right = difference.getRightExpression();
            Refusal.unlessAll(difference, left + " - " + right, Refusal.SET);
            return added(name, left, right, true);
        }
        throw Refusal.of(tree.toString(), Refusal.SET);
    }

    private static SqlAssignment added(
            SqlName name, Expression augend, Expression number, boolean minus) {
        if (!LiteralReader.isLiteral(number)) {
            throw Refusal.of(number.toString(), Refusal.SET);
        }
        SqlLiteral.Numeric value = LiteralReader.number(number);
        return new SqlAssignment.Add(
                name, LiteralReader.column(augend, Refusal.SET), minus ? value.negated() : value);
    }

    private static SqlStatement delete(Delete tree) {
        Delete used = new Delete();
        used.setTable(tree.getTable());
        used.setWhere(tree.getWhere());
        used.setLimit(tree.getLimit());
        used.setHasFrom(true);
        Refusal.unlessAll(tree, used.toString(), Refusal.DELETE);
        return new DeleteRows(
                LiteralReader.table(tree.getTable()),
                ConditionReader.where(tree.getWhere()),
                limit(tree.getLimit()));
    }
}
