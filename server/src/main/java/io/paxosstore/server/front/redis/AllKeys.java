package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.redis.data.Glob;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** KEYS and DBSIZE: a walk through all keys. Keys that come or go meanwhile may be seen or not. */
final class AllKeys implements KeyWalk.Visitor {
    private static final int ENTITIES_AT_ONCE = 500;

    private final Conversation with;
    private final ReplySlot reply;

    /** Null where keys are counted only. */
    private final @Nullable Glob match;

    private final KeyList found;
    private long count;

    private AllKeys(Conversation with, @Nullable Glob match, ReplySlot reply) {
        this.with = with;
        this.match = match;
        this.reply = reply;
        this.found = new KeyList(with.home().memory());
    }

    /** Gives the keys of a pattern. */
    static void list(Conversation with, byte[] pattern, ReplySlot reply) {
        begin(with, new AllKeys(with, new Glob(pattern), reply));
    }

    /** Gives the number of keys. */
    static void count(Conversation with, ReplySlot reply) {
        begin(with, new AllKeys(with, null, reply));
    }

    private static void begin(Conversation with, AllKeys all) {
        int space = with.space();
        with.pause();
        with.whenIdle(() ->
                new KeyWalk(new ConnectionKeys(with, space), space, 0, ENTITIES_AT_ONCE, all)
                        .next());
    }

    @Override
    public boolean take(List<KeyWalk.FoundKey> keys) {
        count += keys.size();
        if (match == null) {
            return true;
        }
        for (KeyWalk.FoundKey key : keys) {
            if (match.matches(key.key())) {
                found.add(key.key());
            }
        }
        int bytesMax = with.port().options().keysBytesMax();
        if (found.bytes() > bytesMax) {
            fail(KeyList.tooLarge(bytesMax));
            return false;
        }
        if (!found.hasMemory()) {
            fail(RedisFailures.overloaded());
            return false;
        }
        return true;
    }

    @Override
    public boolean endOfSlots(int nextPlace) {
        if (nextPlace >= Slots.COUNT) {
            end(match == null ? new Reply.Number(count) : Reply.bulks(found.keys()));
        }
        return true;
    }

    @Override
    public void fail(Reply.Error error) {
        end(error);
    }

    private void end(Reply answer) {
        found.release();
        KeyspaceCommands.end(with, reply, answer);
    }
}
