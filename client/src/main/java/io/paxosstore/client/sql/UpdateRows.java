package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.Assignment;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** UPDATE. */
record UpdateRows(String table, List<SqlAssignment> assignments, SqlCondition where, SqlLimit limit)
        implements SqlStatement {
    @Override
    public SqlOperation bind(@Nullable TableSchema schema) {
        TableSchema known = Objects.requireNonNull(schema);
        List<Assignment> bound = new ArrayList<>();
        Set<String> assigned = new HashSet<>();
        for (SqlAssignment assignment : assignments) {
            String name = assignment.column().column(known, table);
            if (known.key().contains(name)) {
                throw new SqlException(
                        "The column \""
                                + name
                                + "\" belongs to the primary key and cannot be changed; delete the"
                                + " row and insert another.");
            }
            if (!assigned.add(name)) {
                throw new SqlException("The column \"" + name + "\" is set twice.");
            }
            bound.add(bind(known, known.columns().get(known.indexOf(name)), assignment));
        }
        return new SqlOperation(
                new TableOperation.Update(
                        table, bound, limit.where(where, table, known), limit.rows()),
                List.of());
    }

    private Assignment bind(TableSchema schema, Column column, SqlAssignment assignment) {
        if (assignment instanceof SqlAssignment.Set set) {
            return new Assignment.Set(column.name(), Coercion.value(table, column, set.value()));
        } else if (assignment instanceof SqlAssignment.Add add) {
            if (!add.augend().column(schema, table).equals(column.name())) {
                throw Refusal.of(column.name() + " = " + add.augend().text() + " ...", Refusal.SET);
            }
            if (!column.type().isNumber()) {
                throw Coercion.wrong(table, column, "an addition", "only numbers can be added to");
            }
            return new Assignment.Add(
                    column.name(),
                    Objects.requireNonNull(Coercion.value(table, column, add.value())));
        }
        throw new AssertionError(assignment);
    }
}
