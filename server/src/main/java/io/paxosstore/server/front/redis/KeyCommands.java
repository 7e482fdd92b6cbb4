package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.CommandSpec.Splitting;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.script.Eval;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Brings commands on keys to the entities that the keys are in. On the connection's loop only. */
final class KeyCommands {
    private final Conversation conversation;

    KeyCommands(Conversation conversation) {
        this.conversation = conversation;
    }

    /**
     * Executes a command.
     *
     * @throws RedisError if its keys are in several entities, and it cannot be split
     */
    void execute(Arguments command, CommandSpec spec, ReplySlot reply) {
        List<Integer> keys = spec.keys().of(command);
        EntityKey entity;
        if (ScriptTexts.hasNoKeys(command, spec)) {
            entity = conversation.entity(Eval.home(command));
        } else if (keys.isEmpty()) {
            throw RedisError.syntax();
        } else {
            entity = entityOf(command, keys);
        }
        if (entity != null) {
            conversation
                    .lanes()
                    .add(entity, new Step.Words(command, spec, reply.version(), reply::give));
        } else if (spec.splits() != null) {
            split(command, spec, spec.splits(), keys, reply);
        } else {
            throw RedisError.crossSlot();
        }
    }

    /** The entity that all keys are in; null if they are in several. */
    @Nullable EntityKey entityOf(Arguments command, List<Integer> keys) {
        EntityKey first = entity(command.bytes(keys.getFirst()));
        for (int i : keys.subList(1, keys.size())) {
            if (!entity(command.bytes(i)).equals(first)) {
                return null;
            }
        }
        return first;
    }

    private EntityKey entity(byte[] key) {
        if (key.length == 0) {
            throw new RedisError("ERR a key without a byte cannot be stored");
        }
        return conversation.entity(key);
    }

    private void split(
            Arguments command,
            CommandSpec spec,
            Splitting how,
            List<Integer> keys,
            ReplySlot reply) {
        SplitReply whole = new SplitReply(how, keys.size(), reply);
        int step = keys.get(1) - keys.get(0);
        for (int i = 0; i < keys.size(); i++) {
            int at = keys.get(i);
            if (at + step > command.count()) {
                throw RedisError.wrongCount(spec.name().toLowerCase(java.util.Locale.ROOT));
            }
        }
        for (int i = 0; i < keys.size(); i++) {
            int at = keys.get(i);
            List<byte[]> words = new ArrayList<>();
            words.add(command.bytes(0));
            words.addAll(command.list(at, at + step));
            int part = i;
            conversation
                    .lanes()
                    .add(
                            entity(command.bytes(at)),
                            new Step.Words(
                                    new Arguments(words),
                                    spec,
                                    reply.version(),
                                    bytes -> whole.give(part, bytes)));
        }
    }
}
