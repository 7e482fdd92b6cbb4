package io.paxosstore.server.node;

import io.micrometer.core.instrument.MeterRegistry;
import io.paxosstore.log.SpaceSizes;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.identity.KnownNodes;
import io.paxosstore.node.NodeStore;
import io.paxosstore.protocol.topology.NodeList;
import io.paxosstore.server.config.Configuration;

import java.io.IOException;
import java.util.List;

/** A node's data directory, opened. */
public interface NodeStorage extends NodeStore, AutoCloseable {
    /** Opens data directories. */
    @FunctionalInterface
    interface Factory {
        /**
         * Opens the directory that a configuration names, and raises the incarnation.
         *
         * @param known of the nodes of the cluster, to be kept in the directory
         * @throws StartException when it cannot be used, with one sentence
         */
        NodeStorage open(
                Configuration configuration, KnownNodes known, StorageEngine.Listener listener)
                throws StartException;
    }

    /**
     * Keeps a list of the cluster's nodes durably, if it is newer than the one that is known.
     * Blocks for the disk; any thread.
     */
    void keep(NodeList newest) throws IOException;

    /**
     * How much each shard of each engine holds of each space: of keys with their bytes, of entities
     * without. Any thread.
     */
    List<SpaceSizes> spaces();

    /** Makes the engine's figures visible. */
    void bindTo(MeterRegistry registry);

    /** Makes what was committed durable and closes the directory. */
    @Override
    void close();
}
