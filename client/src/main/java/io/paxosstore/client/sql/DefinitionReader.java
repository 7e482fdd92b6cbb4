package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableSchema;

import net.sf.jsqlparser.statement.alter.Alter;
import net.sf.jsqlparser.statement.alter.AlterExpression;
import net.sf.jsqlparser.statement.alter.AlterOperation;
import net.sf.jsqlparser.statement.create.index.CreateIndex;
import net.sf.jsqlparser.statement.create.table.ColumnDefinition;
import net.sf.jsqlparser.statement.create.table.CreateTable;
import net.sf.jsqlparser.statement.create.table.Index;
import net.sf.jsqlparser.statement.create.table.TableElement;
import net.sf.jsqlparser.statement.drop.Drop;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Reads the statements that make and change tables. */
final class DefinitionReader {
    private DefinitionReader() {}

    static SqlStatement createTable(CreateTable tree) {
        String table = LiteralReader.table(tree.getTable());
        List<TableElement> elements = tree.getTableElements();
        if (elements == null || elements.isEmpty()) {
            throw Refusal.of(tree.toString(), Refusal.CREATE_TABLE);
        }
        String used =
                "CREATE TABLE "
                        + (tree.isIfNotExists() ? "IF NOT EXISTS " : "")
                        + tree.getTable()
                        + " ("
                        + elements.stream().map(Object::toString).collect(Collectors.joining(", "))
                        + ")";
        Refusal.unlessAll(tree, used, Refusal.CREATE_TABLE);
        return new io.paxosstore.client.sql.CreateTable(
                table, schema(table, elements), tree.isIfNotExists());
    }

    private static TableSchema schema(String table, List<TableElement> elements) {
        List<TypeReader.Defined> defined = new ArrayList<>();
        List<List<SqlName>> keys = new ArrayList<>();
        List<Index> indexes = new ArrayList<>();
        for (TableElement element : elements) {
            if (element instanceof ColumnDefinition definition) {
                TypeReader.Defined column = column(definition);
                defined.add(column);
                if (column.key()) {
                    keys.add(List.of(new SqlName(column.column().name(), true)));
                }
            } else if (element instanceof Index index) {
                if (index.getKind() == Index.Kind.PRIMARY_KEY) {
                    keys.add(columns(index));
                    Refusal.unlessAll(index, "PRIMARY KEY " + list(index), Refusal.CREATE_TABLE);
                } else {
                    indexes.add(index);
                }
            } else {
                throw Refusal.of(element.toString(), Refusal.CREATE_TABLE);
            }
        }
        if (keys.size() != 1) {
            throw new SqlException(
                    (keys.isEmpty()
                                    ? "The table \"" + table + "\" has no primary key"
                                    : "The table \"" + table + "\" has more than one primary key")
                            + "; write PRIMARY KEY (columns) once.");
        }
        return schema(table, defined, keys.get(0), indexes);
    }

    private static TableSchema schema(
            String table,
            List<TypeReader.Defined> defined,
            List<SqlName> keyNames,
            List<Index> indexes) {
        List<String> names = defined.stream().map(column -> column.column().name()).toList();
        String owner = "table \"" + table + "\"";
        List<String> key =
                keyNames.stream().map(name -> name.among(names, owner, "column")).toList();
        List<Column> columns = new ArrayList<>();
        for (TypeReader.Defined column : defined) {
            boolean inKey = key.contains(column.column().name());
            Boolean nullable = column.nullable();
            if (inKey && nullable != null && nullable) {
                throw new SqlException(
                        "The column \""
                                + column.column().name()
                                + "\" belongs to the primary key, so it cannot be NULL.");
            }
            boolean required = inKey || (nullable != null && !nullable);
            columns.add(required ? required(column.column()) : column.column());
        }
        try {
            List<TableIndex> built = new ArrayList<>();
            for (Index index : indexes) {
                built.add(inlineIndex(index).resolved(name -> name.among(names, owner, "column")));
            }
            return new TableSchema(columns, key, built, 0);
        } catch (SqlException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new SqlException(String.valueOf(e.getMessage()));
        }
    }

    private static Column required(Column column) {
        return new Column(column.name(), column.type(), false, column.precision(), column.scale());
    }

    private static TypeReader.Defined column(ColumnDefinition tree) {
        List<String> specs = tree.getColumnSpecs();
        TypeReader.Defined column =
                TypeReader.column(tree.getColumnName(), tree.getColDataType(), specs);
        String used =
                tree.getColumnName()
                        + " "
                        + tree.getColDataType()
                        + (specs == null ? "" : " " + String.join(" ", specs));
        Refusal.unlessAll(tree, used, Refusal.CREATE_TABLE);
        return column;
    }

    private static SqlIndex inlineIndex(Index tree) {
        String keyword = tree.getIndexKeyword();
        if (tree.getKind() != Index.Kind.INDEX || keyword == null || tree.getName() == null) {
            throw Refusal.of(tree.toString(), Refusal.CREATE_TABLE);
        }
        Refusal.unlessAll(
                tree, keyword + " " + tree.getName() + " " + list(tree), Refusal.CREATE_TABLE);
        return new SqlIndex(SqlName.of(tree.getName()).text(), columns(tree));
    }

    private static List<SqlName> columns(Index tree) {
        List<String> names = tree.getColumnsNames();
        if (names == null || names.isEmpty()) {
            throw Refusal.of(tree.toString(), Refusal.CREATE_INDEX);
        }
        return names.stream().map(SqlName::of).toList();
    }

    /** The columns as text; whatever else they have is told apart from them by {@link SqlName}. */
    private static String list(Index tree) {
        return tree.getColumns().stream()
                .map(Index.ColumnParams::getColumnName)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    static SqlStatement createIndex(CreateIndex tree) {
        Index index = tree.getIndex();
        if (index == null || index.getName() == null || index.getColumns() == null) {
            throw Refusal.of(tree.toString(), Refusal.CREATE_INDEX);
        }
        Refusal.unlessAll(
                tree,
                "CREATE INDEX " + index.getName() + " ON " + tree.getTable() + " " + list(index),
                Refusal.CREATE_INDEX);
        return new AlterTable(
                LiteralReader.table(tree.getTable()),
                new AlterTable.Change.AddIndex(
                        new SqlIndex(SqlName.of(index.getName()).text(), columns(index))));
    }

    static SqlStatement drop(Drop tree) {
        List<String> parameters = tree.getParameters() == null ? List.of() : tree.getParameters();
        if (tree.getObjectType() == Drop.ObjectType.TABLE) {
            Refusal.unlessAll(
                    tree,
                    "DROP TABLE " + (tree.isIfExists() ? "IF EXISTS " : "") + tree.getName(),
                    Refusal.DROP);
            return new DropTable(LiteralReader.table(tree.getName()), tree.isIfExists());
        } else if (tree.getObjectType() == Drop.ObjectType.INDEX
                && parameters.size() == 2
                && parameters.get(0).equalsIgnoreCase("on")) {
            Refusal.unlessAll(
                    tree,
                    "DROP INDEX " + tree.getName() + " " + String.join(" ", parameters),
                    Refusal.DROP);
            return new AlterTable(
                    SqlName.of(parameters.get(1)).text(),
                    new AlterTable.Change.DropIndex(
                            SqlName.of(LiteralReader.token(tree.getName()))));
        }
        throw Refusal.of(tree.toString(), Refusal.DROP);
    }

    static SqlStatement alter(Alter tree) {
        String table = LiteralReader.table(tree.getTable());
        if (tree.getAlterExpressions().size() != 1) {
            throw Refusal.of(tree.toString(), "an ALTER TABLE does one thing");
        }
        AlterExpression expression = tree.getAlterExpressions().get(0);
        Refusal.unlessAll(tree, "ALTER TABLE " + tree.getTable() + " " + expression, Refusal.ALTER);
        List<AlterExpression.ColumnDataType> added = expression.getColDataTypeList();
        if (expression.getOperation() == AlterOperation.ADD && added != null && added.size() == 1) {
            return new AlterTable(table, addColumn(expression, added.get(0)));
        } else if (expression.getOperation() == AlterOperation.RENAME
                && expression.getColumnName() != null
                && expression.getColumnOldName() != null) {
            Refusal.unlessAll(
                    expression,
                    "RENAME COLUMN "
                            + expression.getColumnOldName()
                            + " TO "
                            + expression.getColumnName(),
                    Refusal.ALTER);
            return new AlterTable(
                    table,
                    new AlterTable.Change.Rename(
                            SqlName.of(expression.getColumnOldName()),
                            SqlName.of(expression.getColumnName()).text()));
        }
        throw Refusal.of(expression.toString(), Refusal.ALTER);
    }

    private static AlterTable.Change addColumn(
            AlterExpression tree, AlterExpression.ColumnDataType added) {
        List<String> specs = added.getColumnSpecs();
        TypeReader.Defined column =
                TypeReader.column(added.getColumnName(), added.getColDataType(), specs);
        String definition =
                added.getColumnName()
                        + " "
                        + added.getColDataType()
                        + (specs == null ? "" : " " + String.join(" ", specs));
        String keyword =
                tree.toString().toUpperCase(Locale.ROOT).startsWith("ADD COLUMN ")
                        ? "ADD COLUMN "
                        : "ADD ";
        Refusal.unlessAll(tree, keyword + definition, Refusal.ALTER);
        Boolean nullable = column.nullable();
        if (column.key() || (nullable != null && !nullable)) {
            throw Refusal.of(
                    definition,
                    "the rows that are there have no value in a new column, so it may be NULL");
        }
        return new AlterTable.Change.AddColumn(column.column());
    }
}
