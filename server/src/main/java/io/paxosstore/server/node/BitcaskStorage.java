package io.paxosstore.server.node;

import io.paxosstore.log.StorageEngine;
import io.paxosstore.server.config.Configuration;

/** The Bitcask engine as a node's storage. */
final class BitcaskStorage {
    private BitcaskStorage() {}

    static NodeStorage open(Configuration configuration, StorageEngine.Listener listener)
            throws StartException {
        if (configuration.fingerprint().isEmpty()) {
            listener.wake(0);
        }
        throw new StartException("No engine.");
    }
}
