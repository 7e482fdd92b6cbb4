package io.paxosstore.node.host;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.host.Counters.Count;

/**
 * The requests of a shard that another node executes: hands what becomes of them to whoever asked,
 * on his own loop. On the shard's loop only.
 */
public final class AwayRequests {
    private final ShardLoop shard;
    private final ReplyRouter replies;
    private int ofClients;

    AwayRequests(ShardLoop shard, ReplyRouter replies) {
        this.shard = shard;
        this.replies = replies;
    }

    /** Whether no client waits for one. */
    boolean isIdle() {
        return ofClients == 0;
    }

    /** A request is with another node from now on. */
    public void begun(Requester requester) {
        ofClients += requester.isClient() ? 1 : 0;
    }

    /** It has its outcome. */
    public void ended(Requester requester, long correlation, Operation operation, Outcome outcome) {
        ofClients -= requester.isClient() ? 1 : 0;
        refuse(requester, correlation, operation, outcome);
    }

    /** A request that no other node takes has this outcome. */
    public void refuse(
            Requester requester, long correlation, Operation operation, Outcome outcome) {
        shard.openTurn();
        shard.counters().increment(Count.of(operation, outcome));
        replies.complete(requester, correlation, operation, outcome, 0);
    }

    /** The other node is at work on it. */
    public void workedOn(Requester requester, long correlation) {
        shard.openTurn();
        replies.workedOn(requester, correlation);
    }
}
