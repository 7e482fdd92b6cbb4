package io.paxosstore.node.call;

import io.paxosstore.node.host.Requester;

/** The calls of one shard that other nodes execute. On the shard's loop only. */
public interface Forwards {
    /** What a node is to a call that is to be sent to it. */
    enum Attempt {
        /** The call is on its way. */
        SENT,
        /** The node can be reached, but as much is under way to it as may be; nothing was sent. */
        FULL,
        /** The node cannot be reached, or executes nothing for others; nothing was sent. */
        UNREACHABLE
    }

    /**
     * Sends a call to a node. If it is sent its requester is answered, later, in any case: what was
     * not answered when the call's deadline is over, or the connection broken, was perhaps
     * executed.
     *
     * @param call a read or a write
     */
    Attempt forward(int nodeId, Requester requester, long correlation, Call call);

    /**
     * The voters of a slot, as far as this node knows them, cannot be reached, or do not answer.
     * They may be others by now: a node that can be reached is asked for the slot's epoch, with
     * each call another one.
     */
    void stray(int slot);
}
