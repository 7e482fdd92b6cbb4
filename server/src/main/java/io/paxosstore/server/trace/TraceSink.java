package io.paxosstore.server.trace;

/** Takes requests that belong to traces. Thread-safe. */
public interface TraceSink extends AutoCloseable {
    /** Takes one that has ended; never waits, and drops it where there is no room. */
    void add(TracedRequest request);

    /** How many it has taken. */
    long taken();

    /** How many of these have been sent. */
    long sent();

    /** Sends what is left, as far as that takes no longer than a moment. */
    @Override
    void close();
}
