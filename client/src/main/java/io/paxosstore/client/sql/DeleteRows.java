package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/** DELETE. */
record DeleteRows(String table, SqlCondition where, SqlLimit limit) implements SqlStatement {
    @Override
    public SqlOperation bind(@Nullable TableSchema schema) {
        return new SqlOperation(
                new TableOperation.Delete(
                        table,
                        limit.where(where, table, Objects.requireNonNull(schema)),
                        limit.rows()),
                List.of());
    }
}
