package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * RANDOMKEY: one of the keys of the first slot that has any, from a random one on, each of them
 * with the same chance. Keys behind many empty slots are drawn more often.
 */
final class RandomKey implements KeyWalk.Visitor {
    private final Conversation with;
    private final int space;
    private final ReplySlot reply;

    /** Whether the walk has begun at the first slot again. */
    private final boolean isSecond;

    private long seen;
    private byte @Nullable [] drawn;

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
        new KeyWalk(new ConnectionKeys(with, space), space, place, 1, this).next();
    }

    /** The one that is kept goes for the n-th with the chance of 1 to n. */
    @Override
    public boolean take(List<KeyWalk.FoundKey> keys) {
        for (KeyWalk.FoundKey key : keys) {
            seen++;
            if (ThreadLocalRandom.current().nextLong(seen) == 0) {
                drawn = key.key();
            }
        }
        return true;
    }

    @Override
    public boolean endOfSlots(int nextPlace) {
        if (drawn != null) {
            KeyspaceCommands.end(with, reply, new Reply.Bulk(drawn));
        } else if (nextPlace < Slots.COUNT) {
            return true;
        } else if (isSecond) {
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
