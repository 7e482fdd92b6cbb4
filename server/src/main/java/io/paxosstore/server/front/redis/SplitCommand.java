package io.paxosstore.server.front.redis;

import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.CommandSpec.Splitting;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A command whose keys are in several entities, executed key by key. Of very many keys some are
 * under way at a time, and what they cost is accounted where the reply is awaited; commands behind
 * it wait until the last keys are under way, so that none of them overtakes it on any key. On the
 * connection's loop only.
 */
final class SplitCommand {
    /** Keys that are under way at once. */
    static final int KEYS_AT_ONCE = 256;

    /** What one of them costs beside its bytes: its words, its step, its lane; measured. */
    static final int KEY_BYTES = 400;

    private final Conversation with;
    private final Arguments command;
    private final CommandSpec spec;
    private final ReplySlot reply;
    private final SplitReply whole;

    /** The first key, the number of words from one to the next, and the number of keys. */
    private final int first;

    private final int step;
    private final int count;

    /** All keys are of the database and the space that were there when it began. */
    private final int database;

    private final int space;
    private int begun;
    private int underWay;
    private boolean isPausing;

    /**
     * @param keys which words are keys, two at least
     * @throws RedisError if the last key lacks something, or the database's space is gone
     */
    SplitCommand(
            Conversation with,
            Arguments command,
            CommandSpec spec,
            Splitting how,
            List<Integer> keys,
            ReplySlot reply) {
        this.with = with;
        this.command = command;
        this.spec = spec;
        this.reply = reply;
        this.first = keys.getFirst();
        this.step = keys.get(1) - first;
        this.count = keys.size();
        this.database = with.state().database();
        this.space = with.space();
        this.whole = new SplitReply(how, count, reply);
        if (keys.getLast() + step > command.count()) {
            throw RedisError.wrongCount(spec.name().toLowerCase(Locale.ROOT));
        }
    }

    /** Begins with as many keys as may be under way. */
    void begin() {
        beginSome();
        if (isLeft()) {
            isPausing = true;
            with.pause();
        }
    }

    /** What is only read need not be read for nobody. */
    private boolean isLeft() {
        return begun < count && !(reply.isOver() && spec.isReadOnly());
    }

    private void beginSome() {
        while (isLeft() && underWay < KEYS_AT_ONCE) {
            int part = begun;
            int at = first + part * step;
            List<byte[]> words = new ArrayList<>(1 + step);
            words.add(command.bytes(0));
            words.addAll(command.list(at, at + step));
            begun++;
            underWay++;
            reply.keep(KEY_BYTES);
            with.lanes()
                    .add(
                            with.port().databases().entity(database, space, command.bytes(at)),
                            new Step.Words(
                                    new Arguments(words),
                                    spec,
                                    reply.version(),
                                    bytes -> answered(part, bytes)));
        }
    }

    private void answered(int part, byte[] bytes) {
        underWay--;
        reply.keep(-KEY_BYTES);
        whole.give(part, bytes);
        if (isPausing) {
            beginSome();
            with.lanes().start();
            if (!isLeft() && isPausing) {
                isPausing = false;
                with.resume();
            }
        }
    }
}
