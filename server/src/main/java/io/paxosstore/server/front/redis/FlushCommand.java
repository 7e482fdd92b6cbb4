package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * FLUSHDB and FLUSHALL: a walk through all keys that removes them as they come. What is removed of
 * an entity is so before it is asked for its next keys, and all of it before the next slots come:
 * so much is under way at most as a walk asks for at once. Keys that are written meanwhile may
 * stay.
 */
final class FlushCommand implements KeyWalk.Visitor {
    private static final int ENTITIES_AT_ONCE = 500;

    private final Conversation with;
    private final ReplySlot reply;
    private final Runnable onEnd;
    private Runnable goOn = () -> {};
    private int underWay;

    /** What comes when everything is removed that was told; null while more is told. */
    private @Nullable Runnable behind;

    private boolean hasFailed;

    private FlushCommand(Conversation with, ReplySlot reply, Runnable onEnd) {
        this.with = with;
        this.reply = reply;
        this.onEnd = onEnd;
    }

    /** Empties the connection's database. */
    static void flush(Conversation with, ReplySlot reply) {
        int space = with.space();
        with.pause();
        with.whenIdle(
                () -> walk(with, space, reply, () -> KeyspaceCommands.end(with, reply, Reply.OK)));
    }

    /** Empties all databases, one after the other. */
    static void flushAll(Conversation with, ReplySlot reply) {
        with.pause();
        with.whenIdle(() -> flushFrom(0, with, reply));
    }

    private static void flushFrom(int database, Conversation with, ReplySlot reply) {
        if (database == with.port().databases().count()) {
            KeyspaceCommands.end(with, reply, Reply.OK);
            return;
        }
        Integer space;
        try {
            space = with.port().databases().space(database);
        } catch (RedisError e) {
            KeyspaceCommands.end(with, reply, e.reply());
            return;
        }
        Runnable next = () -> flushFrom(database + 1, with, reply);
        if (space == null) {
            next.run(); // nobody has used it
        } else {
            walk(with, space, reply, next);
        }
    }

    private static void walk(Conversation with, int space, ReplySlot reply, Runnable onEnd) {
        FlushCommand flush = new FlushCommand(with, reply, onEnd);
        KeyWalk keys =
                new KeyWalk(new ConnectionKeys(with, space), space, 0, ENTITIES_AT_ONCE, flush);
        flush.goOn = keys::next;
        keys.next();
    }

    @Override
    public boolean take(List<KeyWalk.FoundKey> keys) {
        if (hasFailed) {
            return false; // the client has been told, and may have written them anew
        }
        EntityKey entity = keys.getFirst().entity();
        if (SpaceKind.of(entity.space()) == SpaceKind.KEY_VALUE) {
            underWay++;
            with.lanes()
                    .add(
                            entity,
                            new Step.Query(
                                    new KvOperation.Delete(), false, _ -> ended(), this::failed));
        } else {
            delete(entity, keys);
        }
        with.lanes().start();
        return !hasFailed;
    }

    private void delete(EntityKey entity, List<KeyWalk.FoundKey> keys) {
        for (int i = 0; i < keys.size(); i += ModelLimits.OPERATIONS_MAX) {
            int end = Math.min(keys.size(), i + ModelLimits.OPERATIONS_MAX);
            List<Operation> deletes = new ArrayList<>(end - i);
            for (KeyWalk.FoundKey key : keys.subList(i, end)) {
                deletes.add(new ObjectOperation.Delete(key.name()));
            }
            MultiOp some = new MultiOp(List.of(), deletes, List.of());
            underWay++;
            EntityQuery.ask(with.lanes(), entity, some, _ -> ended(), this::failed);
        }
    }

    @Override
    public boolean endOfSlots(int nextPlace) {
        behind = nextPlace < Slots.COUNT ? goOn : onEnd;
        goOnIfAllEnded();
        return false;
    }

    private void failed(Reply.Error error) {
        fail(error);
        ended();
    }

    private void ended() {
        underWay--;
        goOnIfAllEnded();
    }

    private void goOnIfAllEnded() {
        Runnable next = behind;
        if (next != null && underWay == 0 && !hasFailed) {
            behind = null;
            next.run();
        }
    }

    @Override
    public void fail(Reply.Error error) {
        if (!hasFailed) {
            hasFailed = true;
            KeyspaceCommands.end(with, reply, error);
        }
    }
}
