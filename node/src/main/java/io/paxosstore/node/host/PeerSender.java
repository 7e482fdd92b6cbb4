package io.paxosstore.node.host;

import io.paxosstore.core.Effects;

/** Where a shard's messages to other nodes go; on the shard's loop only. */
public interface PeerSender {
    /**
     * Takes a message into the batch of this turn. What was said in an earlier life of this node
     * than the one that frames are sent in is dropped: it would pass for said in this one (Rule
     * A3).
     */
    void send(Effects.Send said);

    /** The turn is over: batches leave. */
    void endOfTurn();
}
