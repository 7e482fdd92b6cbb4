package io.paxosstore.server.front.binary;

import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;

/** The requests of one connection to join the cluster. On the connection's loop only. */
final class JoinRequests {
    /** What an answer takes, about: a list of a hundred nodes. */
    private static final int ANSWER_BYTES = 16 << 10;

    private final EntityRequests.Session session;
    private final Joins joins;
    private final ShardLoop home;

    /**
     * @param home the shard whose loop serves the connection
     */
    JoinRequests(EntityRequests.Session session, Joins joins, ShardLoop home) {
        this.session = session;
        this.joins = joins;
        this.home = home;
    }

    void join(Request.Join join) {
        if (!session.begins(join.correlation(), ANSWER_BYTES)) {
            return;
        }
        Asked asked = new Asked(join.correlation());
        home.scheduler()
                .schedule(
                        () ->
                                asked.finish(
                                        new Joins.Answer.Failed(
                                                FailureCode.UNKNOWN_OUTCOME,
                                                "The cluster's list of nodes did not change before"
                                                        + " the deadline; ask again.")),
                        session.deadlineNanos(join.deadlineMillis()) - home.nowNanos());
        joins.join(
                join.node(),
                join.store(),
                answer -> home.scheduler().execute(() -> asked.finish(answer)));
    }

    /** Waits for the list of nodes or for its deadline: what comes first answers it. */
    private final class Asked {
        private final long correlation;
        private boolean answered;

        Asked(long correlation) {
            this.correlation = correlation;
        }

        private void finish(Joins.Answer answer) {
            if (answered) {
                return;
            }
            answered = true;
            session.ended(correlation);
            session.reply(
                    switch (answer) {
                        case Joins.Answer.Joined joined ->
                                new Response.Joined(correlation, joined.founders(), joined.head());
                        case Joins.Answer.Failed failed ->
                                Failures.of(correlation, failed.code(), failed.sentence());
                    });
        }
    }
}
