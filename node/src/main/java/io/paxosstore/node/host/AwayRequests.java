package io.paxosstore.node.host;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.host.Counters.Count;

/**
 * The requests of a shard that another node executes: hands what becomes of them to whoever asked,
 * on his own loop. On the shard's loop only.
 */
public final class AwayRequests {
    private final ShardLoop shard;
    private final AnswerMemory answers;
    private final ReplyRouter replies;
    private int ofClients;

    AwayRequests(ShardLoop shard, AnswerMemory answers, ReplyRouter replies) {
        this.shard = shard;
        this.answers = answers;
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

    /** It has its outcome; a long answer for which there is no memory is not handed on. */
    public void ended(Requester requester, long correlation, Operation operation, Outcome outcome) {
        ofClients -= requester.isClient() ? 1 : 0;
        int bytes = AnswerMemory.bytesOf(requester, outcome);
        if (answers.take(bytes)) {
            complete(requester, correlation, operation, outcome, bytes);
        } else {
            refuse(requester, correlation, operation, AnswerMemory.REFUSED);
        }
    }

    /** A request that is not taken, here or by any other node, has this outcome. */
    public void refuse(
            Requester requester, long correlation, Operation operation, Outcome outcome) {
        complete(requester, correlation, operation, outcome, 0);
    }

    private void complete(
            Requester requester,
            long correlation,
            Operation operation,
            Outcome outcome,
            int answerBytes) {
        shard.openTurn();
        shard.counters().increment(Count.of(operation, outcome));
        replies.complete(requester, correlation, operation, outcome, answerBytes);
    }

    /** The other node is at work on it. */
    public void workedOn(Requester requester, long correlation) {
        shard.openTurn();
        replies.workedOn(requester, correlation);
    }
}
