package io.paxosstore.server.node;

import io.micrometer.core.instrument.MeterRegistry;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.node.NodeStore;
import io.paxosstore.server.config.Configuration;

/** A node's data directory, opened. */
public interface NodeStorage extends NodeStore, AutoCloseable {
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

    /** Makes the engine's figures visible. */
    void bindTo(MeterRegistry registry);

    /** Makes what was committed durable and closes the directory. */
    @Override
    void close();
}
