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

    /** What a store knows of its own completeness (Rule A1). */
    enum Standing {
        /** Its directory was empty; whether this node has lost one before, only its peers know. */
        NEW,
        /** Something is lost: every entity is amnesiac until it has been rebuilt. */
        REBUILDING,
        /** What is not there was never there. */
        WHOLE
    }

    /** The room on the disk. */
    enum Room {
        ENOUGH,
        /** Below the soft watermark: no client's write is to begin. */
        LOW,
        /** Below the hard watermark: nothing is to be appended. */
        NONE
    }

    /** The standing now. In any but {@code WHOLE}, entities are amnesiac until rebuilt. */
    Standing standing();

    /**
     * Changes the standing, durably. {@code REBUILDING} makes all entities amnesiac, also those
     * that were rebuilt before; {@code WHOLE} ends all amnesia but that of damaged records. Blocks
     * for the disk; any thread.
     */
    void standing(Standing standing) throws IOException;

    /**
     * Whether this node has ever lost a store: then it never uses a right to skip the prepare phase
     * that does not end with a restart, because it may have used it before (Rule F1).
     */
    boolean reborn();

    /** The room on the disk, as last measured. */
    Room room();

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
