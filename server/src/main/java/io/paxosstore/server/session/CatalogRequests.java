package io.paxosstore.server.session;

import io.paxosstore.client.wire.Request;
import io.paxosstore.client.wire.Response;
import io.paxosstore.server.shard.ShardLoop;
import io.paxosstore.server.space.Catalog;
import io.paxosstore.server.space.CatalogRequest;
import io.paxosstore.server.space.CatalogService;

/** The requests of one connection for spaces. On the connection's loop only. */
final class CatalogRequests {
    /** What a space takes in a list, about. */
    private static final int SPACE_BYTES = 64;

    private final EntityRequests.Session session;
    private final CatalogService catalog;
    private final ShardLoop home;

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
        ask(
                open.correlation(),
                0,
                new CatalogRequest.Open(
                        open.name(), answer -> onCatalog(open.correlation(), answer)));
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
                            Failures.of(correlation, failed.code(), failed.sentence());
                });
    }
}
