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
    private final int space;
    private final ReplySlot reply;

    /** Whether the walk has begun at the first slot again. */
    private final boolean isSecond;

    private RandomKey(Conversation with, int space, ReplySlot reply, boolean isSecond) {
        this.with = with;
        this.space = space;
        this.reply = reply;
        this.isSecond = isSecond;
    }

    static void draw(Conversation with, ReplySlot reply) {
        int place = ThreadLocalRandom.current().nextInt(Slots.COUNT);
        RandomKey drawing = new RandomKey(with, with.space(), reply, false);
        with.pause();
        with.whenIdle(() -> drawing.walk(place));
    }

    private void walk(int place) {
        new KeyWalk(with, space, place, 1, this).next();
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
            new RandomKey(with, space, reply, true).walk(0);
        }
        return false;
    }

    @Override
    public void fail(Reply.Error error) {
        KeyspaceCommands.end(with, reply, error);
    }
}
