package io.paxosstore.node.host;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;

import org.jspecify.annotations.Nullable;

/**
 * What a request asks of an entity's data.
 *
 * @param query what a read asks; null for a write
 * @param option how fresh it must be
 * @param deadlineNanos monotonic
 * @param isAgain whether it waits for an entry that says what has expired (Rule X2), or has one
 */
record EntityQuery(
        EntityKey key,
        @Nullable Command query,
        ReadMode option,
        long deadlineNanos,
        boolean isAgain) {
    static EntityQuery ofWrite(EntityKey key, long deadlineNanos) {
        return new EntityQuery(key, null, ReadMode.LINEARIZABLE, deadlineNanos, false);
    }

    static EntityQuery ofRead(EntityKey key, Command query, ReadMode option, long deadlineNanos) {
        return new EntityQuery(key, query, option, deadlineNanos, false);
    }

    EntityQuery again() {
        return new EntityQuery(key, query, option, deadlineNanos, true);
    }
}
