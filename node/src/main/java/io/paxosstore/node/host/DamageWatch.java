package io.paxosstore.node.host;

import io.paxosstore.core.Input;

/** Takes what a shard has loaded of an entity whose records are damaged (Rules A1, A3). */
@FunctionalInterface
public interface DamageWatch {
    /**
     * The shard must not take this in before the node lives under a later incarnation: whoever
     * watches hands it back through {@link ShardLoop#loaded} then. On the shard's loop.
     */
    void found(ShardLoop shard, Input.Loaded loaded);
}
