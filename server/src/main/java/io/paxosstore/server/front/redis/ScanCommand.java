package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.redis.data.Glob;
import io.paxosstore.redis.data.ScanWindow;
import io.paxosstore.redis.data.TypeNames;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * SCAN. Its cursor says where to go on in an order of all keys that never changes, see {@link
 * ScanCursor}, so it is good at every node, and after restarts. A call walks through slots from
 * their begin to their end, since there is no other way, and returns the first keys behind its
 * cursor: whole slots, or where one has very many keys a part of it, a sixteenth at least, so that
 * a slot is walked through about sixteen times at most. Keys that are there during the whole scan
 * are returned exactly once.
 */
final class ScanCommand {
    private static final int COUNT_DEFAULT = 10;

    /** Of so many keys there is no other part returned than whole slots. */
    private static final int KEYS_LEAST = 1000;

    /** In so many calls at most about a slot is returned, if its keys' bytes are few. */
    private static final int CALLS = 16;

    /** What a key takes beside its bytes while it is kept. */
    private static final int KEY_BYTES = 128;

    private final long from;
    private final int count;
    private final @Nullable Glob match;
    private final @Nullable String type;

    /**
     * @throws RedisError if the words make no sense
     */
    ScanCommand(Arguments in) {
        this.from = ScanCursor.position(in.bytes(1));
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
        Part part = new Part(with, reply);
        KeySource source = new ConnectionKeys(with, space);
        with.pause();
        with.whenIdle(() -> new KeyWalk(source, space, ScanCursor.place(from), count, part).next());
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
        private final int bytesMax;
        private final int keysLeast;
        private final ScanWindow<byte[]> found;
        private final TakenMemory memory;

        /** Keys of the slots, and those of them that are not before the cursor. */
        private long seen;

        private long seenBehind;

        Part(Conversation with, ReplySlot reply) {
            this.with = with;
            this.reply = reply;
            this.bytesMax = with.port().options().keysBytesMax();
            this.keysLeast = Math.max(count, KEYS_LEAST);
            this.found = new ScanWindow<>(keysLeast, bytesMax / 2);
            this.memory = new TakenMemory(with.home().memory());
        }

        @Override
        public boolean take(List<KeyWalk.FoundKey> keys) {
            seen += keys.size();
            found.elementsMax(Math.max(keysLeast, seen / CALLS));
            for (KeyWalk.FoundKey key : keys) {
                long position = ScanCursor.positionOf(key.entity(), key.key());
                if (position >= from) {
                    seenBehind++;
                    if (isWanted(key)) {
                        found.add(position, key.key(), KEY_BYTES + key.key().length);
                    }
                }
            }
            if (found.bytes() > bytesMax) { // all of one position
                fail(KeyList.tooLarge(bytesMax));
                return false;
            }
            if (!memory.take(found.bytes())) {
                fail(RedisFailures.overloaded());
                return false;
            }
            return true;
        }

        @Override
        public boolean endOfSlots(int nextPlace) {
            long next = Math.min(found.end(), ScanCursor.beginOf(nextPlace));
            boolean isEnough =
                    found.end() != ScanWindow.NO_END
                            || seenBehind >= count
                            || found.bytes() >= bytesMax / 2;
            if (!isEnough && nextPlace < Slots.COUNT) {
                return true;
            }
            List<byte[]> keys = new ArrayList<>();
            found.forEach(keys::add);
            end(new Reply.Array(List.of(Reply.bulk(ScanCursor.cursor(next)), Reply.bulks(keys))));
            return false;
        }

        @Override
        public void fail(Reply.Error error) {
            end(error);
        }

        private void end(Reply answer) {
            memory.release();
            KeyspaceCommands.end(with, reply, answer);
        }
    }
}
