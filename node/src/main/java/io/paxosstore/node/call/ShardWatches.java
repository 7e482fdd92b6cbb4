package io.paxosstore.node.call;

import io.paxosstore.protocol.key.EntityKey;

/** The watches on one shard's entities. On the shard's loop only. */
public interface ShardWatches {
    /**
     * Begins a watch; its watcher is told when it is open, or why not.
     *
     * @param correlation unique among the watcher's watches
     * @param from the first version of interest
     */
    void watch(Watcher watcher, long correlation, EntityKey key, long from);

    /** Ends a watch at its watcher's wish. */
    void unwatch(Watcher watcher, long correlation);

    /** A watcher's connection has taken so many bytes of the events. */
    void confirm(Watcher watcher, long correlation, int bytes);
}
