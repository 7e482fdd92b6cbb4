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

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * FLUSHDB and FLUSHALL: a walk through all keys that removes them, entity by entity. Keys that are
 * written meanwhile may stay.
 */
final class FlushCommand implements KeyWalk.Visitor {
    private static final int ENTITIES_AT_ONCE = 500;

    private final Conversation with;
    private final ReplySlot reply;
    private final Runnable onEnd;
    private Runnable goOn = () -> {};
    private boolean isLast;
    private int underWay;
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
        KeyWalk keys = new KeyWalk(with, space, 0, ENTITIES_AT_ONCE, flush);
        flush.goOn = keys::next;
        keys.next();
    }

    @Override
    public boolean take(List<KeyWalk.FoundKey> keys, int nextPlace) {
        isLast = nextPlace >= Slots.COUNT;
        Map<EntityKey, List<Operation>> deletes = new LinkedHashMap<>();
        for (KeyWalk.FoundKey key : keys) {
            deletes.computeIfAbsent(key.entity(), _ -> new ArrayList<>())
                    .add(new ObjectOperation.Delete(key.name()));
        }
        underWay = 1;
        deletes.forEach(this::delete);
        with.lanes().start();
        ended();
        return false;
    }

    private void delete(EntityKey entity, List<Operation> operations) {
        if (SpaceKind.of(entity.space()) == SpaceKind.KEY_VALUE) {
            underWay++;
            with.lanes()
                    .add(
                            entity,
                            new Step.Query(
                                    new KvOperation.Delete(), false, _ -> ended(), this::failed));
            return;
        }
        for (int i = 0; i < operations.size(); i += ModelLimits.OPERATIONS_MAX) {
            int end = Math.min(operations.size(), i + ModelLimits.OPERATIONS_MAX);
            MultiOp some = new MultiOp(List.of(), operations.subList(i, end), List.of());
            underWay++;
            EntityQuery.ask(with.lanes(), entity, some, _ -> ended(), this::failed);
        }
    }

    private void failed(Reply.Error error) {
        fail(error);
        ended();
    }

    private void ended() {
        underWay--;
        if (underWay == 0 && !hasFailed) {
            (isLast ? onEnd : goOn).run();
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
