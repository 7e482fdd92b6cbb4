package io.paxosstore.server.shard;

import io.paxosstore.core.Command;
import io.paxosstore.core.EntityKey;

/** What a read asks of an entity's data. */
record EntityQuery(EntityKey key, Command query) {}
