package io.paxosstore.bench.peers;

import io.paxosstore.bench.load.LoadTarget;
import io.paxosstore.bench.load.OperationMix;

import java.io.IOException;
import java.util.List;

/** A store with its processes on this machine. Not thread-safe. */
interface Contestant extends AutoCloseable {
    /** Its name in reports. */
    String label();

    /**
     * Starts its processes and waits until they serve.
     *
     * @throws IOException when one of them does not; with the end of its log
     */
    void start() throws IOException, InterruptedException;

    /**
     * A connection to it, once it serves.
     *
     * @param mix what it is for: keys, or, where the store has any, entities
     */
    LoadTarget connect(OperationMix mix) throws IOException, InterruptedException;

    /** Its processes. */
    List<Long> pids();

    /** Stops its processes. */
    @Override
    void close();
}
