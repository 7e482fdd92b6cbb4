package io.paxosstore.node.watch;

import io.paxosstore.core.Outcome;
import io.paxosstore.protocol.wire.Response;

/** A connection whose client watches. Its methods are called on the loop that owns it. */
public interface Watcher {
    /** The shard whose loop owns this watcher. */
    int homeShard();

    /**
     * Tells the client something.
     *
     * @param correlation the watch
     * @param bytes what is to be confirmed by {@link Watches#confirm} once the connection has taken
     *     it; 0 for nothing
     */
    void push(long correlation, Response response, int bytes);

    /**
     * The node can serve the watch no more, or not now; it is forgotten here.
     *
     * @param why an outcome without a result
     */
    void ended(long correlation, Outcome why);
}
