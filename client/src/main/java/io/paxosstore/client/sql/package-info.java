/**
 * A small SQL front for tables: {@link io.paxosstore.client.sql.Sql#parse} reads one statement,
 * {@link io.paxosstore.client.sql.SqlStatement#bind} makes an operation of it that fits a table's
 * schema. Both are pure functions: nothing here asks a server. What a statement says and this
 * package does not understand is refused, never passed over.
 *
 * <p>{@code Sql} reads with a foreign parser, the {@code ...Reader}s turn its trees into the
 * records of this package, and {@code Coercion} and {@code ConditionBinder} fit these to a schema.
 * The parser's classes appear in the readers only.
 */
@NullMarked
package io.paxosstore.client.sql;

import org.jspecify.annotations.NullMarked;
