package io.paxosstore.node.host;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;

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

    /**
     * Null for a key, whose state is the answer.
     *
     * @param query null where nothing is asked but whether all is learnt
     */
    static @Nullable EntityQuery ofRead(
            EntityKey key, @Nullable Command query, ReadMode option, long deadlineNanos) {
        return SpaceKind.of(key.space()) == SpaceKind.KEY_VALUE
                ? null
                : new EntityQuery(key, query, option, deadlineNanos, false);
    }

    EntityQuery again() {
        return new EntityQuery(key, query, option, deadlineNanos, true);
    }
}
