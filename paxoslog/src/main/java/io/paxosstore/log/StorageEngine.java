package io.paxosstore.log;

import io.paxosstore.protocol.key.EntityKey;

import java.io.IOException;

/**
 * A storage engine: keeps the PaxosLogs and the data of one node's entities. Implementations state
 * their directory layout in docs/formats.md.
 */
public interface StorageEngine extends AutoCloseable {
    /**
     * How many shards the engine was opened with; {@code EntityKey.shard} says which owns a key.
     */
    int shardCount();

    /** A shard by its index, from 0. */
    StorageShard shard(int index);

    /**
     * Spaces were dropped, durably, some of them perhaps of a kind that this engine does not hold:
     * each shard forgets their entities with its next drains, for which it is woken. What a load
     * tells of them is nothing from the moment on when they are dropped. Any thread.
     */
    void spacesDropped(int[] spaces);

    /**
     * Every entity is about to become amnesiac, those that were rebuilt too (Rule A1): called
     * before the store's standing says so. Blocks for the disk; any thread.
     */
    default void beforeRebuilding() throws IOException {}

    /**
     * The store, or a slot of it, is about to count as whole: what was rebuilt may be the only copy
     * but one, so all of it is durable when this returns. Blocks for the disk; any thread.
     */
    default void beforeWhole() throws IOException {}

    /** Makes everything that was committed durable, then closes all files. */
    @Override
    void close();

    /** What an engine tells its owner; called on the engine's threads, must not block. */
    interface Listener {
        /** For whoever only reads: nothing is ever told. */
        Listener NONE =
                new Listener() {
                    @Override
                    public void wake(int shardIndex) {}

                    @Override
                    public void failed(Throwable cause) {}

                    @Override
                    public void damaged(int shardIndex, EntityKey key) {}
                };

        /** A batch of this shard is durable: have its thread call {@link StorageShard#drain}. */
        void wake(int shardIndex);

        /**
         * Rule D4: a write or an fsync failed. Nothing further will become durable; the node must
         * stop.
         */
        void failed(Throwable cause);

        /**
         * Rule D5: a record of this entity fails its check. The entity is amnesiac from now on; the
         * owner should have it rebuilt.
         */
        void damaged(int shardIndex, EntityKey key);
    }
}
