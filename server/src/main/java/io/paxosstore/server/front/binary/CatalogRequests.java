package io.paxosstore.server.front.binary;

import io.paxosstore.core.RequestId;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.space.CatalogFollower;
import io.paxosstore.node.space.CatalogRequest;
import io.paxosstore.node.space.CatalogService;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.WriteId;
import io.paxosstore.server.front.shared.Failures;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/** The requests of one connection for spaces. On the connection's loop only. */
final class CatalogRequests {
    /** What a space takes in a list, about. */
    private static final int SPACE_BYTES = 64;

    private final EntityRequests.Session session;
    private final NodeCalls calls;
    private final CatalogService catalog;
    private final ShardLoop home;
    private @Nullable CatalogFollower follower;

    /**
     * @param home the shard whose loop serves the connection
     */
    CatalogRequests(
            EntityRequests.Session session,
            NodeCalls calls,
            CatalogService catalog,
            ShardLoop home) {
        this.session = session;
        this.calls = calls;
        this.catalog = catalog;
        this.home = home;
    }

    void create(Request.CreateSpace create) {
        Asked asked =
                new Asked(
                        create.correlation(), create.deadlineMillis(), FailureCode.UNKNOWN_OUTCOME);
        asked.submit(
                new CatalogRequest.Create(
                        create.name(),
                        create.kind(),
                        create.ifNotExists(),
                        once(create.id(), create.deadlineMillis()),
                        asked));
    }

    void drop(Request.DropSpace drop) {
        Asked asked =
                new Asked(drop.correlation(), drop.deadlineMillis(), FailureCode.UNKNOWN_OUTCOME);
        asked.submit(
                new CatalogRequest.Drop(
                        drop.name(), once(drop.id(), drop.deadlineMillis()), asked));
    }

    private CatalogRequest.Once once(WriteId id, int deadlineMillis) {
        return new CatalogRequest.Once(
                new RequestId(session.clientId(), id.stamp()),
                id.settledFloor(),
                session.deadlineNanos(deadlineMillis));
    }

    void open(Request.OpenSpace open) {
        Refusal closed = calls.closed();
        if (closed != null) {
            session.refused(open.correlation(), closed);
            return;
        }
        if (open.mode() == ReadMode.LOCAL) {
            SpaceInfo space = catalog.current().named(open.name());
            session.reply(
                    space == null
                            ? Failures.unknownHere(open.correlation(), open.name())
                            : new Response.Space(open.correlation(), space));
            return;
        }
        Asked asked = new Asked(open.correlation(), open.deadlineMillis(), FailureCode.DEADLINE);
        asked.submit(new CatalogRequest.Open(open.name(), asked));
    }

    /** Tells the client of every change of this node's copy of the catalog from now on. */
    void follow(Request.FollowCatalog request) {
        close();
        CatalogFollower fresh =
                version ->
                        home.scheduler()
                                .execute(() ->
                                        session.reply(
                                                new Response.CatalogVersion(
                                                        request.correlation(), version)));
        follower = fresh;
        catalog.follow(fresh);
    }

    /** The connection is closed, or follows anew. */
    void close() {
        CatalogFollower present = follower;
        if (present != null) {
            catalog.unfollow(present);
            follower = null;
        }
    }

    void list(Request.ListSpaces list) {
        Asked asked = new Asked(list.correlation(), list.deadlineMillis(), FailureCode.DEADLINE);
        asked.submit(new CatalogRequest.ListAll(asked), catalog.current().size() * SPACE_BYTES);
    }

    /** A request that waits for the catalog. */
    private final class Asked implements Consumer<CatalogRequest.Answer> {
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

        void submit(CatalogRequest request) {
            submit(request, 0);
        }

        /**
         * @param answerBytes what the answer is known to bring
         */
        void submit(CatalogRequest request, int answerBytes) {
            Refusal closed = calls.closed();
            if (closed != null) {
                session.refused(correlation, closed);
            } else if (awaited.begins(answerBytes, this::late)) {
                catalog.submit(request);
            }
        }

        private Response late() {
            return response(
                    new CatalogRequest.Answer.Failed(
                            atDeadline,
                            "The catalog of spaces did not answer before the deadline."));
        }

        /** Called on the catalog's loop. */
        @Override
        public void accept(CatalogRequest.Answer answer) {
            awaited.answer(() -> response(answer));
        }

        private Response response(CatalogRequest.Answer answer) {
            return switch (answer) {
                case CatalogRequest.Answer.One one -> new Response.Space(correlation, one.space());
                case CatalogRequest.Answer.All all ->
                        new Response.SpaceList(correlation, all.spaces());
                case CatalogRequest.Answer.Done done -> new Response.SpaceDropped(correlation);
                case CatalogRequest.Answer.Expired expired ->
                        Failures.expired(correlation, "catalog", expired.forgottenStamp());
                case CatalogRequest.Answer.Failed failed ->
                        Failures.of(correlation, failed, session.situation());
            };
        }
    }
}
