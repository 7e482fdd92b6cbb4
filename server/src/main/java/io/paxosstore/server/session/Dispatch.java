package io.paxosstore.server.session;

import io.paxosstore.core.RequestId;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.watch.Watcher;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;

import org.jspecify.annotations.Nullable;

/** Hands the requests of one connection to the shards of their keys. On its loop only. */
interface Dispatch {
    /**
     * Reads an entity.
     *
     * @param query what is asked of an entity of an entity space; null for a key
     */
    void read(
            Requester requester,
            long correlation,
            EntityKey key,
            ReadMode option,
            @Nullable Command query,
            long deadlineNanos);

    /** Begins a watch on an entity. */
    void watch(Watcher watcher, long correlation, EntityKey key, long from);

    /** Ends it. */
    void unwatch(Watcher watcher, long correlation, EntityKey key);

    /** The connection has taken so many bytes of its events. */
    void confirm(Watcher watcher, long correlation, EntityKey key, int bytes);

    /** Changes an entity. */
    void write(
            Requester requester,
            long correlation,
            EntityKey key,
            RequestId id,
            long settledFloor,
            Command command,
            long deadlineNanos);
}
