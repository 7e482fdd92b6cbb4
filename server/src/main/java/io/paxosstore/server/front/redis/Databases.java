package io.paxosstore.server.front.redis;

import io.paxosstore.core.RequestId;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.space.CatalogRequest;
import io.paxosstore.node.space.CatalogService;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;

/** The spaces that are databases. A space that is not there is made when it is needed. */
final class Databases {
    private final List<String> names;
    private final CatalogService catalog;

    /**
     * @param names by the numbers of the databases
     */
    Databases(List<String> names, CatalogService catalog) {
        this.names = List.copyOf(names);
        this.catalog = catalog;
    }

    int count() {
        return names.size();
    }

    /**
     * The number of the space that a database is; null if this node does not know it yet, see
     * {@link #open}.
     *
     * @throws RedisError if the space is not for entities
     */
    @Nullable Integer space(int database) {
        SpaceInfo space = catalog.isLoaded() ? catalog.current().named(names.get(database)) : null;
        if (space != null && space.kind() != SpaceKind.ENTITY) {
            throw new RedisError(
                    "ERR the space '"
                            + space.name()
                            + "' is of the kind "
                            + space.kind().word()
                            + "; name one for entities in redis.databases");
        }
        return space == null ? null : space.id();
    }

    /**
     * Has a database's space made, unless it is there.
     *
     * @param home the loop on which the answer is wanted
     * @param answer told null when the space can be found, or why not
     */
    void open(
            int database,
            ShardLoop home,
            WriteIds ids,
            long deadlineNanos,
            Consumer<Reply.@Nullable Error> answer) {
        Opening opening = new Opening(database, home, ids, deadlineNanos, answer);
        long leftNanos = Math.max(0, deadlineNanos - home.nowNanos());
        home.scheduler().schedule(opening::late, leftNanos);
        opening.ask();
    }

    /** One attempt, over when the catalog answers or the deadline has come. */
    private final class Opening {
        private final int database;
        private final ShardLoop home;
        private final WriteIds ids;
        private final long deadlineNanos;
        private final Consumer<Reply.@Nullable Error> answer;
        private boolean isOver;

        Opening(
                int database,
                ShardLoop home,
                WriteIds ids,
                long deadlineNanos,
                Consumer<Reply.@Nullable Error> answer) {
            this.database = database;
            this.home = home;
            this.ids = ids;
            this.deadlineNanos = deadlineNanos;
            this.answer = answer;
        }

        void ask() {
            long stamp = ids.begin();
            CatalogRequest.Once once =
                    new CatalogRequest.Once(
                            new RequestId(ids.clientId(), stamp),
                            ids.settledFloor(),
                            deadlineNanos);
            catalog.submit(
                    new CatalogRequest.Create(
                            names.get(database),
                            SpaceKind.ENTITY,
                            true,
                            once,
                            told -> home.scheduler().execute(() -> answered(stamp, told))));
        }

        private void answered(long stamp, CatalogRequest.Answer told) {
            ids.end(stamp);
            if (told instanceof CatalogRequest.Answer.Expired expired && !isOver) {
                ids.raiseAbove(expired.forgottenStamp());
                ask();
                return;
            }
            end(
                    told instanceof CatalogRequest.Answer.Failed failed
                            ? RedisFailures.of(failed.code(), failed.sentence())
                            : null);
        }

        void late() {
            end(
                    new Reply.Error(
                            "TRYAGAIN The catalog of spaces did not answer before the deadline."));
        }

        private void end(Reply.@Nullable Error why) {
            if (!isOver) {
                isOver = true;
                answer.accept(why);
            }
        }
    }
}
