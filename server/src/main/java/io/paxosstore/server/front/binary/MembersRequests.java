package io.paxosstore.server.front.binary;

import io.paxosstore.node.balance.BalanceAnswer;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.placement.Plan;
import io.paxosstore.node.topology.DeskAnswer;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.ClusterChangeCodec;
import io.paxosstore.protocol.topology.ClusterMoves;
import io.paxosstore.protocol.topology.NodeMoves;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.server.front.shared.Failures;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Supplier;

/** The requests of one connection for the cluster's members. On the connection's loop only. */
final class MembersRequests {
    /** How often a client hears that its change is still being planned. */
    private static final long SIGN_NANOS = 50_000_000;

    /** What the topology takes as text, about. */
    private static final int SHOWN_BYTES = 16 << 10;

    /** What a plan of as many moves as may be takes as text, about. */
    private static final int BALANCED_BYTES = 128 << 10;

    private final EntityRequests.Session session;
    private final NodeCalls calls;
    private final MembersAccess members;
    private final ShardLoop home;

    /**
     * @param home the shard whose loop serves the connection
     */
    MembersRequests(
            EntityRequests.Session session,
            NodeCalls calls,
            MembersAccess members,
            ShardLoop home) {
        this.session = session;
        this.calls = calls;
        this.members = members;
        this.home = home;
    }

    void change(Request.ChangeMembers request) {
        ClusterChange wish;
        try {
            wish = ClusterChangeCodec.decode(request.change());
        } catch (MalformedBytesException e) {
            session.reply(
                    Failures.of(
                            request.correlation(),
                            FailureCode.BAD_REQUEST,
                            String.valueOf(e.getMessage())));
            return;
        }
        Asked asked = asked(request.correlation(), request.deadlineMillis(), request.isTrial());
        if (isServing(request.correlation()) && asked.begins(0)) {
            members.change(
                    wish,
                    request.isTrial(),
                    request.deadlineMillis(),
                    answer -> asked.answer(() -> response(request, wish, answer)));
        }
    }

    /** Also while the node does not serve: it may be what shows why. */
    void show(Request.ShowTopology request) {
        long correlation = request.correlation();
        Asked asked = new Asked(correlation, request.deadlineMillis(), FailureCode.DEADLINE);
        if (asked.begins(SHOWN_BYTES)) {
            members.show(json -> asked.answer(() -> shown(correlation, json)));
        }
    }

    void balance(Request.Balance request) {
        Asked asked = asked(request.correlation(), request.deadlineMillis(), request.isTrial());
        if (isServing(request.correlation()) && asked.begins(BALANCED_BYTES)) {
            members.balance(
                    request.isTrial(),
                    request.deadlineMillis(),
                    answer -> asked.answer(() -> response(request, answer)));
        }
    }

    /** Whether the node serves; else the client knows that it does not. */
    private boolean isServing(long correlation) {
        Refusal closed = calls.closed();
        if (closed != null) {
            session.refused(correlation, closed);
        }
        return closed == null;
    }

    /** A wish that may have been carried out when its answer is late, unless it is a trial. */
    private Asked asked(long correlation, int deadlineMillis, boolean isTrial) {
        return new Asked(
                correlation,
                deadlineMillis,
                isTrial ? FailureCode.DEADLINE : FailureCode.UNKNOWN_OUTCOME);
    }

    private Response response(Request.Balance request, BalanceAnswer answer) {
        long correlation = request.correlation();
        return switch (answer) {
            case BalanceAnswer.Proposed proposed ->
                    new Response.Balanced(correlation, BalanceJson.of(proposed));
            case BalanceAnswer.Refused refused ->
                    request.isRepeat() && refused.isMoving()
                            ? new Response.Balanced(correlation, BalanceJson.ofRepeat())
                            : Failures.of(correlation, FailureCode.REFUSED, refused.sentence());
            case BalanceAnswer.Failed failed ->
                    Failures.of(correlation, failed.code(), failed.sentence(), session.situation());
        };
    }

    private static Response shown(long correlation, byte @Nullable [] json) {
        return json == null
                ? Failures.of(
                        correlation,
                        FailureCode.NOT_READY,
                        "This node does not know the topology yet.")
                : new Response.TopologyShown(correlation, json);
    }

    private Response response(
            Request.ChangeMembers request, ClusterChange wish, DeskAnswer answer) {
        long correlation = request.correlation();
        return switch (answer) {
            case DeskAnswer.Done done ->
                    new Response.MembersChanged(
                            correlation, moves(done.topology().head().version(), done.plan()));
            case DeskAnswer.Refused refused -> {
                Topology now = members.topology();
                // What an earlier attempt has done is in the way of its repeat.
                yield request.isRepeat() && now != null && wish.holdsIn(now.head())
                        ? new Response.MembersChanged(
                                correlation,
                                new ClusterMoves(now.head().version(), 0, 0, 0, List.of()))
                        : Failures.of(correlation, FailureCode.REFUSED, refused.sentence());
            }
            case DeskAnswer.Failed failed ->
                    Failures.of(correlation, failed.code(), failed.sentence(), session.situation());
        };
    }

    private static ClusterMoves moves(long version, Plan plan) {
        return new ClusterMoves(
                version,
                plan.slotsMoved(),
                plan.ordersChanged(),
                plan.voterMoves(),
                plan.nodes().stream()
                        .map(node ->
                                new NodeMoves(
                                        node.node(), node.before(), node.gained(), node.lost()))
                        .toList());
    }

    /** A request that waits for the topology. */
    private final class Asked {
        private final long correlation;
        private final AwaitedAnswer awaited;
        private final FailureCode atDeadline;

        /**
         * @param atDeadline what is not known then
         */
        Asked(long correlation, int deadlineMillis, FailureCode atDeadline) {
            this.correlation = correlation;
            this.awaited = new AwaitedAnswer(session, home, correlation, deadlineMillis);
            this.atDeadline = atDeadline;
        }

        /** Whether there is memory for it; else the client knows. */
        boolean begins(int answerBytes) {
            if (!awaited.begins(answerBytes, this::late)) {
                return false;
            }
            home.scheduler().schedule(this::sign, SIGN_NANOS);
            return true;
        }

        private Response late() {
            return Failures.of(
                    correlation,
                    atDeadline,
                    "The topology did not answer before the deadline.",
                    session.situation());
        }

        /** A plan may take seconds; the client is not to ask another node for the same. */
        private void sign() {
            if (!awaited.isGiven()) {
                session.reply(new Response.Pong(correlation));
                home.scheduler().schedule(this::sign, SIGN_NANOS);
            }
        }

        /** From any thread. */
        void answer(Supplier<? extends Response> answer) {
            awaited.answer(answer);
        }
    }
}
