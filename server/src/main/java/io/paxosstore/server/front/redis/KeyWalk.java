package io.paxosstore.server.front.redis;

import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.redis.data.KeyNames;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Walks through the keys of a database, slot by slot in the order of their places: asks which
 * entities there are, and each of them for its objects. It keeps none of them: they are told as
 * they come, however many a slot has. On the connection's loop only; used once.
 */
final class KeyWalk {
    private static final byte[] NOTHING = {};

    /** Most entities that are asked at once. */
    static final int ENTITIES_AT_ONCE = 1000;

    /** What an entity is asked for first: most have few keys, and many are asked at once. */
    static final Page FIRST_PAGE = Page.of(100);

    /** What those are asked for that have more: so much takes no loop long. */
    static final Page NEXT_PAGE = Page.of(4000);

    /** So many of those that have more are asked at once. */
    static final int LARGE_AT_ONCE = 4;

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
         * Takes some keys, one at least, of one entity.
         *
         * @return whether to go on; if not, nothing more is told, whatever is under way
         */
        boolean take(List<FoundKey> keys);

        /**
         * All keys of the slots before this place were told.
         *
         * @param nextPlace of the first slot that comes next; {@link Slots#COUNT} at the end
         * @return whether to go on; if not, {@link KeyWalk#next} does it later, or never
         */
        boolean endOfSlots(int nextPlace);

        /** It cannot go on; nothing more is told. */
        void fail(Reply.Error error);
    }

    /** What is left of an entity's keys. */
    private record Rest(EntityKey entity, String from) {}

    private final KeySource source;
    private final boolean isOfKeys;
    private final int space;
    private final int entitiesWanted;
    private final Visitor visitor;
    private final Deque<Rest> rests = new ArrayDeque<>();
    private int place;
    private byte[] from = NOTHING;
    private int listedNow;

    /** Entities that have not told all their keys, and those among them that have many. */
    private int asked;

    private int large;
    private boolean isOver;

    /**
     * @param space of the keys
     * @param place of the slot to begin with
     * @param entitiesWanted about how many of them are asked for at once
     */
    KeyWalk(KeySource source, int space, int place, int entitiesWanted, Visitor visitor) {
        this.source = source;
        this.isOfKeys = SpaceKind.of(space) == SpaceKind.KEY_VALUE;
        this.space = space;
        this.place = place;
        this.entitiesWanted = Math.clamp(entitiesWanted, 1, ENTITIES_AT_ONCE);
        this.visitor = visitor;
    }

    /** Begins, or goes on with the next slots. */
    void next() {
        if (endsWithTheClient()) {
            return;
        }
        // A slot that has begun is walked to its end, however few are wanted.
        listedNow = from.length == 0 ? entitiesWanted : Math.min(2 * listedNow, ENTITIES_AT_ONCE);
        source.list(place, from, listedNow, this::listed, this::failed);
    }

    /** Others wait for what nobody wants any more. */
    private boolean endsWithTheClient() {
        if (!isOver && source.isGone()) {
            failed(new Reply.Error("ERR the client is gone"));
        }
        return isOver;
    }

    private void listed(KeysAnswer.Listed listed) {
        place = listed.nextPlace();
        from = listed.nextFrom();
        asked = listed.names().size();
        for (byte[] name : listed.names()) {
            EntityKey entity = new EntityKey(space, name);
            if (isOfKeys) {
                source.ask(entity, isPresent -> read(entity, isPresent), this::failed);
            } else {
                ask(entity, "", FIRST_PAGE);
            }
        }
        source.start();
        if (listed.names().isEmpty()) {
            allAnswered();
        }
    }

    /** Of what is listed some may be gone. */
    private void read(EntityKey key, boolean isPresent) {
        if (isOver) {
            return;
        }
        if (isPresent) {
            take(List.of(new FoundKey(key, "", key.key(), ObjectType.VALUE)));
        }
        answered();
    }

    private void ask(EntityKey entity, String fromName, Page page) {
        source.ask(
                entity,
                fromName,
                page,
                names -> named(new Rest(entity, fromName), names),
                this::failed);
    }

    private void named(Rest what, Result.Names names) {
        if (isOver) {
            return;
        }
        boolean isFirst = what.from().isEmpty();
        KeyNames keyNames = new KeyNames(what.entity().key());
        List<FoundKey> keys = new ArrayList<>(names.names().size());
        for (Result.Name name : names.names()) {
            byte[] key = keyNames.key(name.name());
            keys.add(new FoundKey(what.entity(), name.name(), key, name.type()));
        }
        take(keys);
        String next = names.next();
        if (isOver) {
            return;
        }
        if (next != null && isFirst) {
            rests.add(new Rest(what.entity(), next));
        } else if (next != null && !endsWithTheClient()) {
            ask(what.entity(), next, NEXT_PAGE);
        } else if (next == null) {
            large -= isFirst ? 0 : 1;
            answered();
        }
        askTheLarge();
    }

    private void askTheLarge() {
        while (!isOver && large < LARGE_AT_ONCE && !rests.isEmpty()) {
            Rest rest = rests.remove();
            large++;
            ask(rest.entity(), rest.from(), NEXT_PAGE);
        }
        source.start();
    }

    private void take(List<FoundKey> keys) {
        if (!keys.isEmpty() && !visitor.take(keys)) {
            end();
        }
    }

    /** What is under way finds nobody. */
    private void end() {
        isOver = true;
        rests.clear();
    }

    private void failed(Reply.Error error) {
        if (!isOver) {
            end();
            visitor.fail(error);
        }
    }

    private void answered() {
        asked--;
        if (asked == 0 && !isOver) {
            allAnswered();
        }
    }

    /** A slot that has begun is walked to its end first. */
    private void allAnswered() {
        if (from.length > 0 || (visitor.endOfSlots(place) && place < Slots.COUNT)) {
            next();
        }
    }
}
