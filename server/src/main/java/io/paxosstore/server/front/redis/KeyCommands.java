package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.redis.command.BlockingTime;
import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.CommandSpec.Splitting;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.script.Eval;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;

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
        if (Eval.isEval(spec)) {
            conversation
                    .port()
                    .databases()
                    .needEntities(conversation.state().database(), "scripts need");
        }
        List<Integer> keys = keys(command, spec);
        EntityKey entity =
                ScriptTexts.hasNoKeys(command, spec)
                        ? conversation.entity(Eval.home(command))
                        : entityOf(command, keys);
        if (BlockingTime.millis(command, spec) != BlockingTime.NEVER) {
            conversation
                    .state()
                    .block(
                            Blocked.begin(
                                    conversation, command, spec, reply, attempts(command, spec)));
        } else if (entity != null) {
            conversation
                    .lanes()
                    .add(entity, new Step.Words(command, spec, reply.version(), reply::give));
        } else if (spec.splits() != null) {
            split(command, spec, spec.splits(), keys, reply);
        } else {
            throw RedisError.crossSlot();
        }
    }

    /**
     * Which words are keys. A command that says it has none goes to where its first word would be:
     * what is wrong with it is the command's own to say.
     */
    static List<Integer> keys(Arguments command, CommandSpec spec) {
        List<Integer> keys = spec.keys().of(command);
        return keys.isEmpty() ? List.of(1) : keys;
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

    /** What is to be attempted of a command that waits, on each entity that its keys are in. */
    private SequencedMap<EntityKey, Arguments> attempts(Arguments command, CommandSpec spec) {
        SequencedMap<EntityKey, List<byte[]>> words = new LinkedHashMap<>();
        List<Integer> keys = keys(command, spec);
        for (int key : keys) {
            words.computeIfAbsent(entity(command.bytes(key)), _ -> new ArrayList<>())
                    .add(command.bytes(key));
        }
        SequencedMap<EntityKey, Arguments> attempts = new LinkedHashMap<>();
        if (words.size() == 1) {
            attempts.put(words.firstEntry().getKey(), command);
            return attempts;
        }
        if (!spec.keys().equals(KeyPositions.ALL_BUT_LAST)) {
            throw RedisError.crossSlot();
        }
        words.forEach((entity, its) -> {
            its.addFirst(command.bytes(0));
            its.addLast(command.bytes(command.count() - 1));
            attempts.put(entity, new Arguments(its));
        });
        return attempts;
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
                throw RedisError.wrongCount(spec.name().toLowerCase(Locale.ROOT));
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
