package io.paxosstore.bench.load;

import io.paxosstore.client.table.Key;
import io.paxosstore.client.table.Required;

/**
 * A row of an {@link EntityTarget}'s tables.
 *
 * @param id one of some
 * @param uses counts updates
 * @param content the value of the load
 */
@SuppressWarnings("ArrayRecordComponent") // a column of the table
record TargetRow(@Key String id, long uses, @Required byte[] content) {}
