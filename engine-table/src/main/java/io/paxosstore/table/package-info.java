/**
 * Tables as main and delta table (PaxosStore, section 2.3), over any ordered map of bytes: {@link
 * io.paxosstore.table.TableStore}. Rows that were written since the last merge are single records
 * of the delta table; all others lie in immutable blocks of the main table, column by column. Start
 * reading at {@link io.paxosstore.table.Table}. Nothing here does IO, reads a clock or starts a
 * thread.
 */
@NullMarked
package io.paxosstore.table;

import org.jspecify.annotations.NullMarked;
