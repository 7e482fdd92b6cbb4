package io.paxosstore.server.node;

import io.micrometer.core.instrument.MeterRegistry;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.identity.PeerMemory;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.lsm.store.Purge;
import io.paxosstore.node.host.StoreState;
import io.paxosstore.server.config.Configuration;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** A node's data directory, opened. */
public interface NodeStorage extends StoreState, AutoCloseable {
    /** Opens data directories. */
    @FunctionalInterface
    interface Factory {
        /**
         * Opens the directory that a configuration names, and raises the incarnation.
         *
         * @throws StartException when it cannot be used, with one sentence
         */
        NodeStorage open(Configuration configuration, StorageEngine.Listener listener)
                throws StartException;
    }

    /** What a shard stores, by its index from 0. */
    ShardStorage shard(int index);

    /**
     * Changes the standing, durably. {@code REBUILDING} makes all entities amnesiac, also those
     * that were rebuilt before; {@code WHOLE} ends all amnesia but that of damaged records. Blocks
     * for the disk; any thread.
     */
    void standing(Standing standing) throws IOException;

    /** Marks this directory; made when it was first used. */
    UUID storeId();

    /** Raised durably at every start, and by {@link #raiseIncarnation}. */
    int incarnation();

    /**
     * Begins a later incarnation of the running node, durably; blocks for the disk.
     *
     * @param above the new one is also greater than this; 0 for none
     * @return the new incarnation
     */
    int raiseIncarnation(int above) throws IOException;

    /** Whether the directory was made when it was opened: no other process has ever had it. */
    boolean isNew();

    /** What is remembered of the other nodes. */
    PeerMemory peers();

    /** What is free on the directory's disk, in bytes, as last measured. */
    long usableBytes();

    /** How many keys are held. */
    long keys();

    /** Forgets all data of a dropped space; does nothing when there is none. */
    void dropSpace(int space);

    /**
     * Says who hears of what has expired and only the log can remove; called by a thread of the
     * storage. Before that, nobody does.
     */
    void onDueObjects(Consumer<List<Purge.DueObject>> listener);

    /** Makes the engine's figures visible. */
    void bindTo(MeterRegistry registry);

    /** Makes what was committed durable and closes the directory. */
    @Override
    void close();
}
