package io.paxosstore.server.front.binary;

import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.server.front.shared.Failures;

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
        long correlation = join.correlation();
        AwaitedAnswer awaited =
                new AwaitedAnswer(session, home, correlation, join.deadlineMillis());
        if (awaited.begins(ANSWER_BYTES, () -> late(correlation))) {
            joins.join(
                    join.node(),
                    join.store(),
                    answer -> awaited.answer(() -> response(correlation, answer)));
        }
    }

    private static Response late(long correlation) {
        return Failures.of(
                correlation,
                FailureCode.UNKNOWN_OUTCOME,
                "The cluster's list of nodes did not change before the deadline; ask again.");
    }

    private static Response response(long correlation, Joins.Answer answer) {
        return switch (answer) {
            case Joins.Answer.Joined joined ->
                    new Response.Joined(correlation, joined.founders(), joined.head());
            case Joins.Answer.Failed failed ->
                    Failures.of(correlation, failed.code(), failed.sentence());
        };
    }
}
