package io.paxosstore.log;

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

    /** Makes everything that was committed durable, then closes all files. */
    @Override
    void close();

    /** What an engine tells its owner; called on the engine's threads, must not block. */
    interface Listener {
        /** A batch of this shard is durable: have its thread call {@link StorageShard#drain}. */
        void wake(int shardIndex);

        /**
         * Rule D4: a write or an fsync failed. Nothing further will become durable; the node must
         * stop.
         */
        void failed(Throwable cause);
    }
}
