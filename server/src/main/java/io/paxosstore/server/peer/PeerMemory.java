package io.paxosstore.server.peer;

import io.paxosstore.log.StorageEngine.Standing;

import java.io.IOException;
import java.util.SortedMap;
import java.util.UUID;

/**
 * What is remembered, durably, of the other nodes (Rules A1, A3): a node that comes with another
 * store than before has lost its memory and must not vote as if it had not. Thread-safe.
 */
public interface PeerMemory {
    /** How a node that says hello is to be treated. */
    enum Verdict {
        WELCOME,
        /** Another store than before, but no greater incarnation. */
        OLD_STORE,
        /** The store it had, but an incarnation that is over. */
        OLD_INCARNATION,
        /** An incarnation that no node can have reached. */
        IMPLAUSIBLE
    }

    /** Whether a node can have reached this incarnation; never blocks. */
    boolean isPlausible(int incarnation);

    /** What is remembered of a node now; never blocks. */
    Remembered remembered(int nodeId);

    /** The greatest incarnation of every node that was heard of; never blocks. */
    SortedMap<Integer, Integer> incarnations();

    /**
     * A node says hello; what is to be remembered is durable when this returns. May block.
     *
     * @throws IOException when it cannot be remembered
     */
    Verdict meet(int nodeId, UUID storeId, int incarnation, Standing standing) throws IOException;

    /**
     * Somebody knows that a node lives under this incarnation, a plausible one; durable when this
     * returns. May block.
     *
     * @throws IOException when it cannot be remembered
     */
    void raise(int nodeId, int incarnation) throws IOException;
}
