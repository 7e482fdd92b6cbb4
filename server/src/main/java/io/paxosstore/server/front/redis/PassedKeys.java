package io.paxosstore.server.front.redis;

import io.paxosstore.log.DueObject;
import io.paxosstore.protocol.key.EntityKey;

import java.util.List;
import java.util.function.Consumer;

/** Keys of databases of entities whose time is over, as far as this node's store has them. */
public interface PassedKeys {
    /**
     * Looks for those whose deadline lies between two times and that no entry has ended. Thread-
     * safe.
     *
     * @param afterMillis not included
     * @param toMillis included
     * @param deadlinesMax most deadlines to look at
     * @param answer told once, on any thread, with nothing where there was no time to look
     */
    void find(
            long afterMillis, long toMillis, int deadlinesMax, Consumer<List<DueObject>> answer);

    /** Whether this node is the one of an entity's voters that ends its keys; on its shard's loop. */
    boolean isOurs(EntityKey entity);
}
