/**
 * What tables are made of: columns, schemas, conditions, assignments, aggregates; rows, and what
 * maps them to Java records. Values of columns are plain Java objects, see {@link
 * io.paxosstore.client.table.ColumnType}; null is SQL's NULL, and conditions follow SQL's
 * three-valued logic. Everything is immutable.
 */
@NullMarked
package io.paxosstore.client.table;

import org.jspecify.annotations.NullMarked;
