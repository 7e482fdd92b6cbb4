package io.paxosstore.node.host;

import io.paxosstore.core.Message;
import io.paxosstore.protocol.key.EntityKey;

/** Where a shard's messages to other nodes go; on the shard's loop only. */
public interface PeerSender {
    /** Takes a message into the batch of this turn. */
    void send(int to, EntityKey key, Message message, boolean lazy);

    /** The turn is over: batches leave. */
    void endOfTurn();
}
