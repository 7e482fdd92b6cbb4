package io.paxosstore.server.front.binary;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.server.front.shared.Failures;

/** The requests of one connection for names of keys. On the connection's loop only. */
final class KeysRequests {
    /** What a name of an answer takes, about. */
    private static final int NAME_BYTES = 64;

    /** No answer has more bytes of names, but for the last one. */
    private static final int ANSWER_BYTES_MAX = 256 << 10;

    private final EntityRequests.Session session;
    private final NodeCalls calls;
    private final ShardLoop home;

    /**
     * @param home the shard whose loop serves the connection
     */
    KeysRequests(EntityRequests.Session session, NodeCalls calls, ShardLoop home) {
        this.session = session;
        this.calls = calls;
        this.home = home;
    }

    void list(Request.ListKeys request) {
        long correlation = request.correlation();
        AwaitedAnswer awaited =
                new AwaitedAnswer(session, home, correlation, request.deadlineMillis());
        Outcome late = new Outcome.NotDone(Outcome.Reason.DEADLINE);
        if (awaited.begins(
                Math.min(NAME_BYTES * request.keysMax(), ANSWER_BYTES_MAX)
                        + request.from().length
                        + request.prefix().length,
                () -> Failures.of(correlation, late, session.situation()))) {
            KeysQuery query =
                    new KeysQuery(
                            request.space(),
                            request.place(),
                            request.from(),
                            request.prefix(),
                            request.keysMax(),
                            session.deadlineNanos(request.deadlineMillis()));
            calls.listKeys(
                    home.index(),
                    query,
                    answer -> awaited.answer(() -> response(correlation, answer)));
        }
    }

    private Response response(long correlation, KeysAnswer answer) {
        return switch (answer) {
            case KeysAnswer.Listed listed ->
                    new Response.KeysListed(
                            correlation, listed.nextPlace(), listed.nextFrom(), listed.names());
            case KeysAnswer.NotDone not ->
                    Failures.of(
                            correlation, new Outcome.NotDone(not.reason()), session.situation());
            case KeysAnswer.Refused refused ->
                    Failures.of(correlation, refused.refusal(), session.situation());
        };
    }
}
