package io.paxosstore.server.front.redis;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.redis.data.KeyNames;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.List;

/**
 * Walks through the keys of a database, slot by slot in the order of their places: asks which
 * entities there are, and each of them for its objects. On the connection's loop only; used once.
 */
final class KeyWalk {
    private static final byte[] NOTHING = {};

    /** Most entities that are asked at once. */
    private static final int ENTITIES_AT_ONCE = 1000;

    /**
     * A key.
     *
     * @param name of the object that it is; empty in a database of keys
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record FoundKey(EntityKey entity, String name, byte[] key, ObjectType type) {}

    /** Takes the keys. */
    interface Visitor {
        /**
         * Takes some keys: all of the slots that were walked through since the last time.
         *
         * @param nextPlace of the first slot that comes next; {@link Slots#COUNT} at the end
         * @return whether to go on
         */
        boolean take(List<FoundKey> keys, int nextPlace);

        /** It cannot go on. */
        void fail(Reply.Error error);
    }

    private final Conversation with;
    private final int space;
    private final int entitiesWanted;
    private final Visitor visitor;
    private final List<FoundKey> keys = new ArrayList<>();
    private int place;
    private byte[] from = NOTHING;
    private int asked;
    private boolean hasFailed;

    /**
     * @param space of the keys
     * @param place of the slot to begin with
     * @param entitiesWanted about how many of them are asked for at once
     */
    KeyWalk(Conversation with, int space, int place, int entitiesWanted, Visitor visitor) {
        this.with = with;
        this.space = space;
        this.place = place;
        this.entitiesWanted = Math.clamp(entitiesWanted, 1, ENTITIES_AT_ONCE);
        this.visitor = visitor;
    }

    /** Begins, or goes on. */
    void next() {
        if (with.isGone()) { // others wait for what nobody wants any more
            visitor.fail(new Reply.Error("ERR the client is gone"));
            return;
        }
        KeysQuery query =
                new KeysQuery(space, place, from, NOTHING, entitiesWanted, with.deadlineNanos());
        with.port()
                .calls()
                .listKeys(
                        with.home().index(),
                        query,
                        answer -> with.home().scheduler().execute(() -> listed(answer)));
    }

    private void listed(KeysAnswer answer) {
        switch (answer) {
            case KeysAnswer.Listed listed -> ask(listed);
            case KeysAnswer.Read _ -> throw new IllegalStateException("names alone were wanted");
            case KeysAnswer.NotDone not ->
                    visitor.fail(
                            RedisFailures.of(
                                    new Outcome.NotDone(not.reason()), with.port().situation()));
            case KeysAnswer.Refused refused ->
                    visitor.fail(RedisFailures.of(refused.refusal(), with.port().situation()));
        }
    }

    private void ask(KeysAnswer.Listed listed) {
        place = listed.nextPlace();
        from = listed.nextFrom();
        asked = listed.names().size();
        if (asked == 0) {
            page();
            return;
        }
        boolean isOfKeys = SpaceKind.of(space) == SpaceKind.KEY_VALUE;
        for (byte[] name : listed.names()) {
            EntityKey entity = new EntityKey(space, name);
            if (isOfKeys) {
                with.lanes()
                        .add(
                                entity,
                                new Step.Query(
                                        null, true, state -> read(entity, state), this::failed));
            } else {
                ask(entity, "");
            }
        }
        with.lanes().start();
    }

    /** Of what is listed some may be gone. */
    private void read(EntityKey entity, byte[] state) {
        if (KvState.isPresent(state)) {
            keys.add(new FoundKey(entity, "", entity.key(), ObjectType.VALUE));
        }
        answered();
    }

    private void ask(EntityKey entity, String fromName) {
        EntityQuery.ask(
                with.lanes(),
                entity,
                MultiOp.of(new ObjectOperation.Names(fromName, Page.LARGEST)),
                executed -> named(entity, (Result.Names) executed.results().getFirst()),
                this::failed);
    }

    private void named(EntityKey entity, Result.Names names) {
        KeyNames keyNames = new KeyNames(entity.key());
        for (Result.Name name : names.names()) {
            keys.add(new FoundKey(entity, name.name(), keyNames.key(name.name()), name.type()));
        }
        String next = names.next();
        if (next == null) {
            answered();
        } else {
            ask(entity, next);
        }
    }

    private void failed(Reply.Error error) {
        if (!hasFailed) {
            hasFailed = true;
            visitor.fail(error);
        }
        answered();
    }

    private void answered() {
        asked--;
        if (asked == 0 && !hasFailed) {
            page();
        }
    }

    /** A slot that has begun is walked to its end first: a cursor cannot say more than a slot. */
    private void page() {
        if (from.length > 0) {
            next();
            return;
        }
        List<FoundKey> taken = List.copyOf(keys);
        keys.clear();
        if (visitor.take(taken, place)) {
            next();
        }
    }
}
