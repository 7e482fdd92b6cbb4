package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.redis.command.BlockingTime;
import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.script.Eval;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Brings commands on keys to the entities that the keys are in. On the connection's loop only. */
final class KeyCommands {
    /** Most tags of a command that waits, each of which is an entity that is watched. */
    private static final int TAGS_MAX = 1000;

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
            reply.publishes();
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
                    .add(
                            entity,
                            new Step.Words(
                                    command,
                                    spec,
                                    reply.version(),
                                    conversation
                                            .port()
                                            .scripts()
                                            .checking(command, spec, reply::give)));
        } else if (spec.splits() != null) {
            new SplitCommand(conversation, command, spec, spec.splits(), keys, reply).begin();
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

    /**
     * The entity that all keys are in; null if they are in several.
     *
     * @throws RedisError if one of them cannot be stored
     */
    private @Nullable EntityKey entityOf(Arguments command, List<Integer> keys) {
        Databases databases = conversation.port().databases();
        int database = conversation.state().database();
        int space = conversation.space(); // once: a command may have a million keys
        EntityKey first = databases.entity(database, space, command.bytes(keys.getFirst()));
        boolean areTogether = true;
        for (int i : keys.subList(1, keys.size())) {
            areTogether &= databases.entity(database, space, command.bytes(i)).equals(first);
        }
        return areTogether ? first : null;
    }

    /**
     * What is to be attempted of a command that waits, on each entity that its keys are in.
     *
     * @throws RedisError if there would be too many: each is watched and asked again and again
     */
    private SequencedMap<EntityKey, Arguments> attempts(Arguments command, CommandSpec spec) {
        SequencedMap<EntityKey, List<byte[]>> words = new LinkedHashMap<>();
        List<Integer> keys = keys(command, spec);
        for (int key : keys) {
            words.computeIfAbsent(conversation.entity(command.bytes(key)), _ -> new ArrayList<>())
                    .add(command.bytes(key));
        }
        SequencedMap<EntityKey, Arguments> attempts = new LinkedHashMap<>();
        if (words.size() == 1) {
            attempts.put(words.firstEntry().getKey(), command);
            return attempts;
        }
        if (!spec.keys().equals(KeyPositions.ALL_BUT_LAST)) {
            throw RedisError.crossSlot();
        } else if (words.size() > TAGS_MAX) {
            throw new RedisError(
                    "ERR a command that waits may name keys of "
                            + TAGS_MAX
                            + " tags at most, not of "
                            + words.size()
                            + "; use several connections, or fewer tags");
        }
        words.forEach((entity, its) -> {
            its.addFirst(command.bytes(0));
            its.addLast(command.bytes(command.count() - 1));
            attempts.put(entity, new Arguments(its));
        });
        return attempts;
    }
}
