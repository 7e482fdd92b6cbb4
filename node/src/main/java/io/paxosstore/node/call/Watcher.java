package io.paxosstore.node.call;

import io.paxosstore.core.Outcome;
import io.paxosstore.protocol.wire.Response;

/** A connection whose client watches. Its methods are called on the loop that owns it. */
public interface Watcher extends Asker {
    /**
     * Nothing is wrong with a watch: it begins now. That may be long after it was asked for, since
     * the catalog may have been asked meanwhile; the connection may be gone, or its client may have
     * ended the watch already.
     *
     * @return false if the watcher does not want it any more; then it is forgotten
     */
    boolean opens(long correlation);

    /**
     * Tells the client something.
     *
     * @param correlation the watch
     * @param bytes what is to be confirmed by {@link NodeCalls#confirm} once the connection has
     *     taken it; 0 for nothing
     */
    void push(long correlation, Response response, int bytes);

    /**
     * The node can serve the watch no more, or not now; it is forgotten here.
     *
     * @param why an outcome without a result
     */
    void closed(long correlation, Outcome why);
}
