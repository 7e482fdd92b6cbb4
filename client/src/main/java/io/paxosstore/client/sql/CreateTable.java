package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * CREATE TABLE.
 *
 * @param created the new table's schema
 * @param ifAbsent IF NOT EXISTS
 */
record CreateTable(String table, TableSchema created, boolean ifAbsent) implements SqlStatement {
    @Override
    public SqlOperation bind(@Nullable TableSchema schema) {
        return new SqlOperation(new TableOperation.Create(table, created, ifAbsent), List.of());
    }
}
