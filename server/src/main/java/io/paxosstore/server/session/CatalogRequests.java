package io.paxosstore.server.session;

import io.paxosstore.client.wire.ReadMode;
import io.paxosstore.client.wire.Request;
import io.paxosstore.client.wire.Response;
import io.paxosstore.client.wire.SpaceInfo;
import io.paxosstore.server.shard.ShardLoop;
import io.paxosstore.server.space.Catalog;
import io.paxosstore.server.space.CatalogFollower;
import io.paxosstore.server.space.CatalogRequest;
import io.paxosstore.server.space.CatalogService;

import org.jspecify.annotations.Nullable;

/** The requests of one connection for spaces. On the connection's loop only. */
final class CatalogRequests {
    /** What a space takes in a list, about. */
    private static final int SPACE_BYTES = 64;

    private final EntityRequests.Session session;
    private final CatalogService catalog;
    private final ShardLoop home;
    private @Nullable CatalogFollower follower;

    /**
     * @param home the shard whose loop serves the connection
     */
    CatalogRequests(EntityRequests.Session session, CatalogService catalog, ShardLoop home) {
        this.session = session;
        this.catalog = catalog;
        this.home = home;
    }

    void create(Request.CreateSpace create) {
        ask(
                create.correlation(),
                0,
                new CatalogRequest.Create(
                        create.name(),
                        create.kind(),
                        create.ifNotExists(),
                        new Catalog.Creator(session.clientId(), create.id().stamp()),
                        answer -> onCatalog(create.correlation(), answer)));
    }

    void drop(Request.DropSpace drop) {
        ask(
                drop.correlation(),
                0,
                new CatalogRequest.Drop(
                        drop.name(),
                        drop.id().attempt() > 1,
                        answer -> onCatalog(drop.correlation(), answer)));
    }

    void open(Request.OpenSpace open) {
        if (open.mode() == ReadMode.LOCAL) {
            SpaceInfo space = catalog.current().named(open.name());
            session.reply(
                    space == null
                            ? Failures.unknownHere(open.correlation(), open.name())
                            : new Response.Space(open.correlation(), space));
            return;
        }
        ask(
                open.correlation(),
                0,
                new CatalogRequest.Open(
                        open.name(), answer -> onCatalog(open.correlation(), answer)));
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
        ask(
                list.correlation(),
                catalog.current().size() * SPACE_BYTES,
                new CatalogRequest.ListAll(answer -> onCatalog(list.correlation(), answer)));
    }

    private void ask(long correlation, int answerBytes, CatalogRequest request) {
        if (session.begins(correlation, answerBytes)) {
            catalog.submit(request);
        }
    }

    /** Called on the catalog's loop. */
    private void onCatalog(long correlation, CatalogRequest.Answer answer) {
        home.scheduler().execute(() -> reply(correlation, answer));
    }

    private void reply(long correlation, CatalogRequest.Answer answer) {
        session.ended(correlation);
        session.reply(
                switch (answer) {
                    case CatalogRequest.Answer.One one ->
                            new Response.Space(correlation, one.space());
                    case CatalogRequest.Answer.All all ->
                            new Response.SpaceList(correlation, all.spaces());
                    case CatalogRequest.Answer.Done done -> new Response.SpaceDropped(correlation);
                    case CatalogRequest.Answer.Failed failed ->
                            Failures.of(correlation, failed, session.situation());
                });
    }
}
