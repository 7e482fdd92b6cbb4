package io.paxosstore.node.call;

import io.paxosstore.node.host.Requester;

/** The calls of one shard that other nodes execute. On the shard's loop only. */
public interface Forwards {
    /**
     * Sends a call to a node. Its requester is answered, later, in any case: what was not answered
     * when the call's deadline is over, or the connection broken, was perhaps executed.
     *
     * @param call a read or a write
     * @return false if the node cannot take it now; then nothing was sent
     */
    boolean forward(int nodeId, Requester requester, long correlation, Call call);
}
