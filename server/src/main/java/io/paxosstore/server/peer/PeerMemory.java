package io.paxosstore.server.peer;

import org.jspecify.annotations.Nullable;

import java.util.UUID;

/**
 * Remembers durably which store each other node had when it was first seen (Rule A1): a node that
 * comes back with another store has lost its memory and must not vote as if it had not.
 * Thread-safe.
 */
public interface PeerMemory {
    /** The store a node is known by; null when it was never seen. */
    @Nullable UUID storeOf(int nodeId);

    /** Notes a node's store; durable when it returns. May block, but only once per node. */
    void remember(int nodeId, UUID storeId);
}
