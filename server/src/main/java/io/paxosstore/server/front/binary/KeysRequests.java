package io.paxosstore.server.front.binary;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.wire.ReadKey;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.server.front.shared.Failures;

import java.util.ArrayList;
import java.util.List;

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
        int valueBytes = Math.min(request.valueBytesMax(), Wire.KEYS_VALUE_BYTES_MAX);
        if (awaited.begins(
                Math.min(NAME_BYTES * request.keysMax(), ANSWER_BYTES_MAX)
                        + valueBytes
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
                            valueBytes,
                            session.deadlineNanos(request.deadlineMillis()));
            calls.listKeys(
                    home.index(),
                    query,
                    answer -> awaited.answer(() -> response(correlation, valueBytes > 0, answer)));
        }
    }

    private Response response(long correlation, boolean isRead, KeysAnswer answer) {
        return switch (answer) {
            case KeysAnswer.Listed listed when isRead ->
                    new Response.KeysRead(
                            correlation,
                            listed.nextPlace(),
                            listed.nextFrom(),
                            listed.names().stream().map(ReadKey::unread).toList());
            case KeysAnswer.Listed listed ->
                    new Response.KeysListed(
                            correlation, listed.nextPlace(), listed.nextFrom(), listed.names());
            case KeysAnswer.Read read ->
                    new Response.KeysRead(
                            correlation, read.nextPlace(), read.nextFrom(), present(read.keys()));
            case KeysAnswer.NotDone not ->
                    Failures.of(
                            correlation, new Outcome.NotDone(not.reason()), session.situation());
            case KeysAnswer.Refused refused ->
                    Failures.of(correlation, refused.refusal(), session.situation());
        };
    }

    /** Those that are there, or may be. */
    private static List<ReadKey> present(List<KeysAnswer.Key> keys) {
        List<ReadKey> present = new ArrayList<>(keys.size());
        for (KeysAnswer.Key key : keys) {
            byte[] state = key.state();
            if (state == null) {
                present.add(ReadKey.unread(key.name()));
            } else if (KvState.isPresent(state)) {
                present.add(
                        new ReadKey(
                                key.name(),
                                KvState.version(state),
                                KvState.expiresAtMillis(state),
                                KvState.value(state)));
            }
        }
        return present;
    }
}
