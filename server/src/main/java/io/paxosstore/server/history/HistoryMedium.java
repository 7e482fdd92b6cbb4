package io.paxosstore.server.history;

import io.paxosstore.node.history.ChangeMedium;

import java.nio.ByteBuffer;

/** A medium that batches are added to. For one thread. */
interface HistoryMedium extends ChangeMedium, AutoCloseable {
    /**
     * Keeps a batch.
     *
     * @return its place
     */
    long append(ByteBuffer batch);

    /** Some of the oldest have gone. */
    void filesHaveGone();

    @Override
    void close();
}
