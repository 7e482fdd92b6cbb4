package io.paxosstore.server.front.redis;

import io.paxosstore.core.RequestId;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.space.CatalogRequest;
import io.paxosstore.node.space.CatalogService;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.redis.data.HashTag;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The spaces that are databases. A space that is not there is made when it is needed. */
final class Databases {
    /**
     * A database as it is configured.
     *
     * @param name of its space
     * @param kind that the space must have; null for any
     * @param isTogether whether all its keys are in one entity
     */
    record Database(String name, @Nullable SpaceKind kind, boolean isTogether) {
        /** Reads {@code name} or {@code name:kind}. */
        static Database of(String text) {
            int colon = text.indexOf(':');
            if (colon < 0) {
                return new Database(text, null, false);
            }
            boolean isOfKeys = text.endsWith(":keys");
            return new Database(
                    text.substring(0, colon),
                    isOfKeys ? SpaceKind.KEY_VALUE : SpaceKind.ENTITY,
                    text.endsWith(":together"));
        }
    }

    /** The entity that all keys are in of a database whose keys are together. */
    private static final byte[] TOGETHER = HashTag.together();

    private final List<Database> databases;
    private final CatalogService catalog;

    /**
     * @param databases by their numbers
     */
    Databases(List<Database> databases, CatalogService catalog) {
        this.databases = List.copyOf(databases);
        this.catalog = catalog;
    }

    int count() {
        return databases.size();
    }

    /**
     * The number of the space that a database is; null if this node does not know it yet, see
     * {@link #open}.
     *
     * @throws RedisError if the space is of another kind than was configured
     */
    @Nullable Integer space(int database) {
        Database wanted = databases.get(database);
        SpaceInfo space = catalog.isLoaded() ? catalog.current().named(wanted.name()) : null;
        if (space != null && wanted.kind() != null && space.kind() != wanted.kind()) {
            throw new RedisError(
                    "ERR the space '"
                            + space.name()
                            + "' is of the kind "
                            + space.kind().word()
                            + ", and redis.databases names another one");
        }
        return space == null ? null : space.id();
    }

    /**
     * The number of the space that a database is which has been opened.
     *
     * @throws RedisError if the space is gone again, or of another kind than was configured
     */
    int known(int database) {
        Integer space = space(database);
        if (space == null) {
            throw new RedisError("TRYAGAIN The database's space was dropped, or is not known yet.");
        }
        return space;
    }

    /** The numbers of the databases that a space is, as far as this node knows. */
    List<Integer> numbers(int space) {
        SpaceInfo known = catalog.isLoaded() ? catalog.current().space(space) : null;
        if (known == null) {
            return List.of();
        }
        return IntStream.range(0, databases.size())
                .filter(number -> databases.get(number).name().equals(known.name()))
                .boxed()
                .toList();
    }

    /**
     * What the keys of one entity have in common: the id of their entity.
     *
     * @throws RedisError if the key cannot be stored
     */
    byte[] tag(int database, byte[] key) {
        return tag(databases.get(database), isOfKeys(database), key);
    }

    private static byte[] tag(Database database, boolean isOfKeys, byte[] key) {
        if (key.length == 0) {
            throw RedisError.emptyKey();
        }
        if (database.isTogether()) {
            return TOGETHER;
        }
        return isOfKeys ? key : HashTag.of(key);
    }

    /**
     * The entity that a key is in.
     *
     * @param space that the database is
     * @throws RedisError if the key cannot be stored
     */
    EntityKey entity(int database, int space, byte[] key) {
        boolean isOfKeys = SpaceKind.of(space) == SpaceKind.KEY_VALUE;
        return new EntityKey(space, tag(databases.get(database), isOfKeys, key));
    }

    /** Whether a database holds strings only, each by itself. */
    boolean isOfKeys(int database) {
        Integer space = space(database);
        return space == null
                ? databases.get(database).kind() == SpaceKind.KEY_VALUE
                : SpaceKind.of(space) == SpaceKind.KEY_VALUE;
    }

    /**
     * Refuses what a database cannot do whose strings are each by itself.
     *
     * @param whoNeeds such as "scripts need"
     * @throws RedisError if it is one
     */
    void needEntities(int database, String whoNeeds) {
        if (isOfKeys(database)) {
            throw new RedisError(
                    "ERR this database holds strings only, each by itself; "
                            + whoNeeds
                            + " one for entities");
        }
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
            SpaceKind kind = databases.get(database).kind();
            catalog.submit(
                    new CatalogRequest.Create(
                            databases.get(database).name(),
                            kind == null ? SpaceKind.ENTITY : kind,
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
