package io.paxosstore.node.call;

import java.util.function.Consumer;

/** Lists names of the keys of a shard. On the shard's loop only. */
public interface ShardKeys {
    /**
     * Finds out which names there are.
     *
     * @param query begins at a slot of this shard
     * @param answer called once, on the loop, in this turn or a later one; not at all when the node
     *     stops
     */
    void list(KeysQuery query, Consumer<KeysAnswer> answer);
}
