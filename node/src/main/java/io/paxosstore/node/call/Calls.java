package io.paxosstore.node.call;

import io.paxosstore.node.host.Requester;

/** Executes calls of which nothing is to be checked any more. On the requester's loop only. */
public interface Calls {
    /**
     * Executes a call; its requester is answered in this turn or a later one.
     *
     * @param correlation what the requester calls it
     */
    void execute(Requester requester, long correlation, Call call);
}
