package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.redis.resp.Reply;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * RANDOMKEY: one of the keys of the first slot that has any, from a random one on. Keys behind many
 * empty slots are drawn more often.
 */
final class RandomKey implements KeyWalk.Visitor {
    private final Conversation with;
    private final ReplySlot reply;

    /** Whether the walk has begun at the first slot again. */
    private final boolean isSecond;

    private RandomKey(Conversation with, ReplySlot reply, boolean isSecond) {
        this.with = with;
        this.reply = reply;
        this.isSecond = isSecond;
    }

    static void draw(Conversation with, ReplySlot reply) {
        int place = ThreadLocalRandom.current().nextInt(Slots.COUNT);
        with.pause();
        with.whenIdle(() -> walk(with, place, new RandomKey(with, reply, false)));
    }

    private static void walk(Conversation with, int place, RandomKey visitor) {
        new KeyWalk(with, with.space(), place, 1, visitor).next();
    }

    @Override
    public boolean take(List<KeyWalk.FoundKey> keys, int nextPlace) {
        if (!keys.isEmpty()) {
            int index = ThreadLocalRandom.current().nextInt(keys.size());
            KeyspaceCommands.end(with, reply, new Reply.Bulk(keys.get(index).key()));
            return false;
        }
        if (nextPlace < Slots.COUNT) {
            return true;
        }
        if (isSecond) {
            KeyspaceCommands.end(with, reply, Reply.NULL);
        } else {
            walk(with, 0, new RandomKey(with, reply, true));
        }
        return false;
    }

    @Override
    public void fail(Reply.Error error) {
        KeyspaceCommands.end(with, reply, error);
    }
}
