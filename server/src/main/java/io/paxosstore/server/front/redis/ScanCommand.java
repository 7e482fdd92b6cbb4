package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.redis.data.Glob;
import io.paxosstore.redis.data.TypeNames;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * SCAN. Its cursor is the place of the slot that comes next, so it is good at every node, and after
 * restarts; a call returns whole slots. Keys that are there during the whole scan are returned at
 * least once, if no slot changes its keys meanwhile even exactly once.
 */
final class ScanCommand {
    private static final int COUNT_DEFAULT = 10;

    private final int place;
    private final int count;
    private final @Nullable Glob match;
    private final @Nullable String type;

    /**
     * @throws RedisError if the words make no sense
     */
    ScanCommand(Arguments in) {
        if (!Arguments.isInteger(in.bytes(1))
                || in.integer(1) < 0
                || in.integer(1) >= Slots.COUNT) {
            throw new RedisError("ERR invalid cursor");
        }
        this.place = (int) in.integer(1);
        int countWanted = COUNT_DEFAULT;
        Glob matchWanted = null;
        String typeWanted = null;
        for (int i = 2; i < in.count(); i += 2) {
            if (i + 1 == in.count()) {
                throw RedisError.syntax();
            }
            if (in.is(i, "COUNT")) {
                long wanted = in.integer(i + 1);
                if (wanted < 1) {
                    throw RedisError.syntax();
                }
                countWanted = (int) Math.min(Integer.MAX_VALUE, wanted);
            } else if (in.is(i, "MATCH")) {
                matchWanted = new Glob(in.bytes(i + 1));
            } else if (in.is(i, "TYPE")) {
                typeWanted = in.option(i + 1);
            } else {
                throw RedisError.syntax();
            }
        }
        this.count = countWanted;
        this.match = matchWanted;
        this.type = typeWanted;
    }

    void begin(Conversation with, ReplySlot reply) {
        int space = with.space();
        with.pause();
        with.whenIdle(() -> new KeyWalk(with, space, place, count, new Part(with, reply)).next());
    }

    private boolean isWanted(KeyWalk.FoundKey key) {
        ObjectType itsType = key.type();
        return (match == null || match.matches(key.key()))
                && (type == null || TypeNames.of(itsType).equalsIgnoreCase(type));
    }

    /** The keys of one call. */
    private final class Part implements KeyWalk.Visitor {
        private final Conversation with;
        private final ReplySlot reply;
        private final KeyList found;
        private int seen;

        Part(Conversation with, ReplySlot reply) {
            this.with = with;
            this.reply = reply;
            this.found = new KeyList(with.home().memory());
        }

        @Override
        public boolean take(List<KeyWalk.FoundKey> keys, int nextPlace) {
            seen += keys.size();
            for (KeyWalk.FoundKey key : keys) {
                if (isWanted(key)) {
                    found.add(key.key());
                }
            }
            if (!found.hasMemory()) {
                fail(RedisFailures.overloaded());
                return false;
            }
            int bytesEnough = with.port().options().keysBytesMax() / 2;
            boolean isEnough = seen >= count || found.bytes() >= bytesEnough;
            if (!isEnough && nextPlace < Slots.COUNT) {
                return true;
            }
            String cursor = nextPlace >= Slots.COUNT ? "0" : Integer.toString(nextPlace);
            end(new Reply.Array(List.of(Reply.bulk(cursor), Reply.bulks(found.keys()))));
            return false;
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
}
