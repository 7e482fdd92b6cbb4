package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.KeyNames;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.procedure.CommandBatch;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.redis.script.Eval;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/** MULTI, EXEC, DISCARD, WATCH, UNWATCH: a transaction is one procedure on one entity. */
final class TransactionCommands {
    private static final Set<String> OUTSIDE =
            Set.of("MULTI", "EXEC", "DISCARD", "WATCH", "QUIT", "RESET");

    private static final String ERR = "ERR ";

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

    /**
     * A command was refused: a transaction that it would have been part of cannot be executed any
     * more, and there is none any more that it would have ended.
     */
    static Reply refused(ConnectionState state, Arguments command, RedisError why) {
        ConnectionState.Transaction transaction = state.transaction();
        if (transaction == null) {
            return why.reply();
        }
        if (!command.is(0, "EXEC")) {
            transaction.broken();
            return why.reply();
        }
        state.end();
        String sentence = String.valueOf(why.getMessage());
        return new Reply.Error(
                "EXECABORT Transaction discarded because of: "
                        + (sentence.startsWith(ERR) ? sentence.substring(ERR.length()) : sentence));
    }

    private static void begin(Conversation with, ReplySlot reply) {
        if (with.state().transaction() != null) {
            // The transaction goes on.
            reply.give(new Reply.Error("ERR MULTI calls can not be nested"));
            return;
        }
        needEntities(with);
        with.state().begin();
        reply.give(Reply.OK);
    }

    private static void needEntities(Conversation with) {
        with.port().databases().needEntities(with.state().database(), "transactions need");
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
    static void queue(Conversation with, Arguments words, CommandSpec asked, ReplySlot reply) {
        Arguments command = with.port().scripts().withText(words, asked);
        CommandSpec spec = command == words ? asked : with.port().commands().of(command);
        ConnectionState.Transaction transaction =
                Objects.requireNonNull(with.state().transaction());
        if (spec.flags().contains(Flag.NO_MULTI)) {
            throw new RedisError("ERR Command not allowed inside a transaction");
        }
        if (spec.handler() != null && ScriptTexts.hasNoKeys(command, spec)) {
            transaction.home(tag(with, transaction, Eval.home(command)));
        } else if (spec.handler() != null) {
            for (int key : KeyCommands.keys(command, spec)) {
                transaction.tag(tag(with, transaction, command.bytes(key)));
            }
        } else if (spec.name().equals(ConnectionCommands.SELECT)) {
            select(with, transaction, command);
        }
        if (transaction.add(command) > BYTES_MAX) {
            throw new RedisError(
                    "ERR the transaction has more than " + BYTES_MAX + " bytes; use several");
        }
        reply.give(Reply.QUEUED);
    }

    private static byte[] tag(
            Conversation with, ConnectionState.Transaction transaction, byte[] key) {
        return with.port().databases().tag(transaction.database(), key);
    }

    /** A database that is none is for EXEC to tell, as in Redis. */
    private static void select(
            Conversation with, ConnectionState.Transaction transaction, Arguments command) {
        int number;
        try {
            number = ConnectionCommands.database(with, command);
        } catch (RedisError e) {
            return;
        }
        with.port().databases().needEntities(number, "transactions need");
        transaction.select(number);
    }

    private static void watch(Conversation with, Arguments in, ReplySlot reply) {
        if (with.state().transaction() != null) {
            reply.give(new Reply.Error("ERR WATCH inside MULTI is not allowed"));
            return;
        }
        needEntities(with);
        with.withDatabase(
                reply,
                () -> {
                    EntityKey entity = entity(with, in);
                    ConnectionState.Watched before = with.state().watched();
                    if (before != null && !before.key().equals(entity)) {
                        throw RedisError.crossSlot();
                    }
                    watch(with, entity, in.from(1), reply);
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

    private static void watch(
            Conversation with, EntityKey entity, List<byte[]> keys, ReplySlot reply) {
        KeyNames names = new KeyNames(entity.key());
        List<Operation> all =
                keys.stream()
                        .map(names::name)
                        .distinct()
                        .<Operation>map(ObjectOperation.Describe::new)
                        .toList();
        with.pause();
        watchParts(with, entity, all, null, reply);
        with.lanes().start();
    }

    /**
     * A part after the other: what changes between two of them has changed since the first, whose
     * version is the one that counts.
     *
     * @param before of the parts before; null for none
     */
    private static void watchParts(
            Conversation with,
            EntityKey entity,
            List<Operation> describe,
            CommandBatch.@Nullable Watch before,
            ReplySlot reply) {
        List<Operation> part =
                describe.subList(0, Math.min(describe.size(), ModelLimits.OPERATIONS_MAX));
        EntityQuery.ask(
                with.lanes(),
                entity,
                MultiOp.of(part.toArray(Operation[]::new)),
                executed -> {
                    long deadline = firstDeadline(executed);
                    CommandBatch.Watch watch =
                            before == null
                                    ? new CommandBatch.Watch(executed.version(), deadline)
                                    : before.and(deadline);
                    if (part.size() < describe.size()) {
                        List<Operation> rest = describe.subList(part.size(), describe.size());
                        watchParts(with, entity, rest, watch, reply);
                        with.lanes().start();
                        return;
                    }
                    with.state().watch(entity, watch.version(), watch.untilMillis());
                    reply.give(Reply.OK);
                    with.resume();
                },
                error -> {
                    reply.give(error);
                    with.resume();
                });
    }

    /** When the first of the keys expires; a key that is gone by then has changed too. */
    private static long firstDeadline(MultiOpResult.Executed described) {
        return described.results().stream()
                .mapToLong(result -> ((Result.Info) result).deadlineMillis())
                .filter(deadline -> deadline != Keyspace.NEVER)
                .min()
                .orElse(Keyspace.NEVER);
    }
}
