package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * INSERT, UPSERT, REPLACE.
 *
 * @param columns named by the statement; empty for all
 * @param rows the values, as many as columns if these are named
 * @param whole whether all columns of the table must be given
 */
record InsertRows(
        String table,
        List<SqlName> columns,
        List<List<SqlLiteral>> rows,
        TableOperation.Present present,
        boolean whole)
        implements SqlStatement {
    @Override
    public SqlOperation bind(@Nullable TableSchema schema) {
        List<Column> given = given(Objects.requireNonNull(schema));
        List<List<@Nullable Object>> values = new ArrayList<>(rows.size());
        for (List<SqlLiteral> row : rows) {
            try {
                values.add(fitted(given, row));
            } catch (SqlException e) {
                throw rows.size() == 1
                        ? e
                        : new SqlException("Row " + (values.size() + 1) + ": " + e.getMessage());
            }
        }
        return new SqlOperation(
                new TableOperation.Insert(
                        table, given.stream().map(Column::name).toList(), values, present, 0),
                List.of());
    }

    private List<@Nullable Object> fitted(List<Column> given, List<SqlLiteral> row) {
        if (row.size() != given.size()) {
            throw new SqlException(
                    "The numbers of columns, "
                            + given.size()
                            + ", and of their values, "
                            + row.size()
                            + ", differ.");
        }
        List<@Nullable Object> fitted = new ArrayList<>(row.size());
        for (int i = 0; i < row.size(); i++) {
            fitted.add(Coercion.value(table, given.get(i), row.get(i)));
        }
        return fitted;
    }

    private List<Column> given(TableSchema schema) {
        if (columns.isEmpty()) {
            return schema.columns();
        }
        List<Column> given = new ArrayList<>();
        for (SqlName name : columns) {
            Column column = schema.columns().get(schema.indexOf(name.column(schema, table)));
            if (given.contains(column)) {
                throw new SqlException("The column \"" + column.name() + "\" is given twice.");
            }
            given.add(column);
        }
        for (Column column : schema.columns()) {
            if (given.contains(column)) {
                continue;
            }
            if (whole) {
                throw new SqlException(
                        "UPSERT must give all columns, and \""
                                + column.name()
                                + "\" is missing; REPLACE makes missing ones NULL.");
            } else if (!column.nullable()) {
                throw new SqlException(
                        "The column \""
                                + column.name()
                                + "\" takes "
                                + column.typeWord()
                                + " not null; no value was given.");
            }
        }
        return given;
    }
}
