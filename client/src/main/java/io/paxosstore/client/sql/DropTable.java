package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * DROP TABLE.
 *
 * @param ifExists do not complain if there is none
 */
record DropTable(String table, boolean ifExists) implements SqlStatement {
    @Override
    public SqlOperation bind(@Nullable TableSchema schema) {
        return new SqlOperation(new ObjectOperation.Delete(table), List.of());
    }
}
