/**
 * Rows of tables, what maps them to Java records, and columns in conditions ({@link
 * io.paxosstore.client.table.Col}). What tables are made of is in {@link
 * io.paxosstore.protocol.model}. Everything is immutable.
 */
@NullMarked
package io.paxosstore.client.table;

import org.jspecify.annotations.NullMarked;
