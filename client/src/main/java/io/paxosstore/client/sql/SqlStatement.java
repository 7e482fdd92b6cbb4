package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

/** A SQL statement that is understood and supported; see {@link Sql#parse}. Immutable. */
public sealed interface SqlStatement
        permits CreateTable, DropTable, AlterTable, InsertRows, UpdateRows, DeleteRows, SelectRows {
    /** The name of the table that it is about, as an object of an entity. */
    String table();

    /** Whether {@link #bind} needs the table's schema; CREATE TABLE and DROP TABLE do not. */
    default boolean needsSchema() {
        return !(this instanceof CreateTable || this instanceof DropTable);
    }

    /** Whether it changes nothing, whatever it finds: a SELECT. */
    default boolean isReadOnly() {
        return this instanceof SelectRows;
    }

    /** Whether it leaves everything as it is if the table is absent: DROP TABLE IF EXISTS. */
    default boolean ifExists() {
        return false;
    }

    /**
     * The operation that does what the statement says.
     *
     * @param schema of the table; null only if {@link #needsSchema} says no
     * @throws SqlException if the statement does not fit the schema
     */
    SqlOperation bind(@Nullable TableSchema schema);
}
