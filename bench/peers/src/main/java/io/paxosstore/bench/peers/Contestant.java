package io.paxosstore.bench.peers;

import io.paxosstore.bench.load.KeyTarget;
import io.paxosstore.bench.load.LoadTarget;

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

    /** A connection to it, once it serves. */
    KeyTarget connect() throws IOException, InterruptedException;

    /**
     * A connection to its lists, sets, maps and counters, if it has any.
     *
     * @throws UnsupportedOperationException with a sentence, if not
     */
    default LoadTarget connectToEntities() {
        throw new UnsupportedOperationException(label() + " has keys only.");
    }

    /** Its processes. */
    List<Long> pids();

    /** Stops its processes. */
    @Override
    void close();
}
