package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** MULTI, EXEC, DISCARD, WATCH, UNWATCH: a transaction is one procedure on one entity. */
final class TransactionCommands {
    private static final Set<String> OUTSIDE =
            Set.of("MULTI", "EXEC", "DISCARD", "WATCH", "QUIT", "RESET");

    private static final int BYTES_MAX = ModelLimits.MULTI_OP_BYTES_MAX - 256 * 1024;

    private TransactionCommands() {}

    static void addTo(OwnCommands commands) {
        commands.group("transactions")
                .add(
                        "MULTI",
                        1,
                        "1.2.0",
                        "Begins a transaction",
                        (with, in, reply) -> begin(with, reply),
                        Flag.FAST,
                        Flag.NOSCRIPT)
                .add(
                        "EXEC",
                        1,
                        "1.2.0",
                        "Executes the commands of a transaction",
                        (with, in, reply) -> new Execution(with, reply).begin(),
                        Flag.NOSCRIPT)
                .add(
                        "DISCARD",
                        1,
                        "2.0.0",
                        "Forgets the commands of a transaction",
                        (with, in, reply) -> discard(with, reply),
                        Flag.FAST,
                        Flag.NOSCRIPT)
                .add(
                        "WATCH",
                        -2,
                        KeyPositions.ALL,
                        "2.2.0",
                        "The next transaction is executed only if these keys have not changed",
                        TransactionCommands::watch,
                        Flag.FAST,
                        Flag.NOSCRIPT)
                .add(
                        "UNWATCH",
                        1,
                        "2.2.0",
                        "Forgets what is watched",
                        (with, in, reply) -> {
                            with.state().unwatch();
                            reply.give(Reply.OK);
                        },
                        Flag.FAST,
                        Flag.NOSCRIPT);
    }

    /** Whether a command is executed at once also within a transaction. */
    static boolean isOfTransactions(CommandSpec spec) {
        return OUTSIDE.contains(spec.name());
    }

    private static void begin(Conversation with, ReplySlot reply) {
        if (with.state().transaction() != null) {
            throw new RedisError("ERR MULTI calls can not be nested");
        }
        needEntities(with);
        with.state().begin();
        reply.give(Reply.OK);
    }

    private static void needEntities(Conversation with) {
        if (with.port().databases().isOfKeys(with.state().database())) {
            throw new RedisError(
                    "ERR this database holds strings only, each by itself; transactions need one"
                            + " for entities");
        }
    }

    private static void discard(Conversation with, ReplySlot reply) {
        if (with.state().transaction() == null) {
            throw new RedisError("ERR DISCARD without MULTI");
        }
        with.state().end();
        reply.give(Reply.OK);
    }

    /**
     * Keeps a command for EXEC.
     *
     * @throws RedisError if it cannot be part of the transaction
     */
    static void queue(Conversation with, Arguments command, CommandSpec spec, ReplySlot reply) {
        ConnectionState.Transaction transaction =
                Objects.requireNonNull(with.state().transaction());
        if (spec.flags().contains(Flag.NO_MULTI)) {
            throw new RedisError("ERR Command not allowed inside a transaction");
        }
        if (spec.handler() != null) {
            byte[] tag = tag(with, command, spec);
            if (transaction.tag() != null && !Arrays.equals(tag, transaction.tag())) {
                throw RedisError.crossSlot();
            }
            transaction.tag(tag);
        }
        if (transaction.add(command) > BYTES_MAX) {
            throw new RedisError(
                    "ERR the transaction has more than " + BYTES_MAX + " bytes; use several");
        }
        reply.give(Reply.QUEUED);
    }

    /** The hash tag of all keys of a command. */
    private static byte[] tag(Conversation with, Arguments command, CommandSpec spec) {
        List<Integer> keys = spec.keys().of(command);
        if (keys.isEmpty()) {
            throw RedisError.syntax();
        }
        byte[] tag = with.tag(command.bytes(keys.getFirst()));
        for (int key : keys) {
            if (!Arrays.equals(with.tag(command.bytes(key)), tag)) {
                throw RedisError.crossSlot();
            }
        }
        return tag;
    }

    private static void watch(Conversation with, Arguments in, ReplySlot reply) {
        if (with.state().transaction() != null) {
            throw new RedisError("ERR WATCH inside MULTI is not allowed");
        }
        needEntities(with);
        with.withDatabase(
                reply,
                () -> {
                    EntityKey entity = entity(with, in);
                    ConnectionState.Watched before = with.state().watched();
                    if (before == null) {
                        watch(with, entity, reply);
                    } else if (before.key().equals(entity)) {
                        reply.give(Reply.OK);
                    } else {
                        throw RedisError.crossSlot();
                    }
                });
    }

    private static EntityKey entity(Conversation with, Arguments in) {
        EntityKey entity = with.entity(in.bytes(1));
        for (byte[] key : in.from(2)) {
            if (!with.entity(key).equals(entity)) {
                throw RedisError.crossSlot();
            }
        }
        return entity;
    }

    private static void watch(Conversation with, EntityKey entity, ReplySlot reply) {
        with.pause();
        EntityQuery.ask(
                with.lanes(),
                entity,
                MultiOp.of(),
                executed -> {
                    with.state().watch(new ConnectionState.Watched(entity, executed.version()));
                    reply.give(Reply.OK);
                    with.resume();
                },
                error -> {
                    reply.give(error);
                    with.resume();
                });
        with.lanes().start();
    }
}
