package io.paxosstore.server.shard;

import io.paxosstore.core.Command;
import io.paxosstore.core.EntityKey;

import org.jspecify.annotations.Nullable;

/**
 * What a request asks of an entity's data.
 *
 * @param query what a read asks; null for a write
 * @param deadlineNanos monotonic
 */
record EntityQuery(EntityKey key, @Nullable Command query, long deadlineNanos) {}
