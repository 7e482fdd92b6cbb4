package io.paxosstore.server.peer;

import java.io.IOException;
import java.util.UUID;

/**
 * Remembers durably which store each other node had when it was first seen (Rule A1): a node that
 * comes back with another store has lost its memory and must not vote as if it had not.
 * Thread-safe.
 */
public interface PeerMemory {
    /**
     * Whether a node has the store it always had; a node that was never seen is remembered. May
     * block, but only once per node.
     *
     * @throws IOException when it cannot be remembered
     */
    boolean recognises(int nodeId, UUID storeId) throws IOException;
}
