package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.TableChange;
import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/** ALTER TABLE, CREATE INDEX, DROP INDEX. */
record AlterTable(String table, Change change) implements SqlStatement {
    /** What is changed, in the statement's names. */
    sealed interface Change {
        /** ADD COLUMN. */
        record AddColumn(Column column) implements Change {}

        /** RENAME COLUMN. */
        record Rename(SqlName from, String to) implements Change {}

        /** CREATE INDEX. */
        record AddIndex(SqlIndex index) implements Change {}

        /** DROP INDEX. */
        record DropIndex(SqlName index) implements Change {}
    }

    @Override
    public SqlOperation bind(@Nullable TableSchema schema) {
        return new SqlOperation(
                new TableOperation.Alter(table, bound(Objects.requireNonNull(schema))), List.of());
    }

    private TableChange bound(TableSchema schema) {
        if (change instanceof Change.AddColumn add) {
            return new TableChange.AddColumn(add.column());
        } else if (change instanceof Change.Rename rename) {
            return new TableChange.RenameColumn(rename.from().column(schema, table), rename.to());
        } else if (change instanceof Change.AddIndex add) {
            return new TableChange.AddIndex(
                    add.index().resolved(name -> name.column(schema, table)));
        } else if (change instanceof Change.DropIndex drop) {
            return new TableChange.DropIndex(
                    drop.index()
                            .among(
                                    schema.indexes().stream().map(TableIndex::name).toList(),
                                    "table \"" + table + "\"",
                                    "index"));
        }
        throw new AssertionError(change);
    }
}
