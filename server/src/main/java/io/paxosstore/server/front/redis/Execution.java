package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.procedure.CommandBatch;
import io.paxosstore.redis.procedure.ProcedureResult;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.redis.resp.ReplyWriter;
import io.paxosstore.redis.script.Eval;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** One EXEC. On the connection's loop only; used once. */
final class Execution {
    /** Behind so many bytes the commands of the connection's own are not executed. */
    private static final int REPLIES_BYTES_MAX = 8 << 20;

    private static final byte[] TOO_LARGE =
            ("-ERR not executed: the replies before it have more than "
                            + REPLIES_BYTES_MAX
                            + " bytes\r\n")
                    .getBytes(StandardCharsets.US_ASCII);

    /** So many of the connection's own commands are executed whose work is not always small. */
    private static final int SLOW_MAX = 100;

    private static final byte[] TOO_MANY =
            ("-ERR not executed: a transaction executes at most "
                            + SLOW_MAX
                            + " commands of this kind\r\n")
                    .getBytes(StandardCharsets.US_ASCII);

    private final Conversation with;
    private final ReplySlot reply;
    private final ConnectionState.Transaction transaction;
    private final ConnectionState.@Nullable Watched watched;
    private final List<CommandSpec> specs = new ArrayList<>();
    private int slow;

    /**
     * @throws RedisError if there is no transaction, or it cannot be executed
     */
    Execution(Conversation with, ReplySlot reply) {
        ConnectionState state = with.state();
        ConnectionState.Transaction queued = state.transaction();
        if (queued == null) {
            throw new RedisError("ERR EXEC without MULTI");
        }
        this.with = with;
        this.reply = reply;
        this.transaction = queued;
        this.watched = state.watched();
        state.end();
        if (queued.isBroken()) {
            throw new RedisError("EXECABORT Transaction discarded because of previous errors.");
        }
        reply.publishes();
        for (Arguments command : queued.commands()) {
            specs.add(with.port().commands().of(command));
        }
    }

    void begin() {
        if (transaction.home() != null || watched != null) {
            execute();
        } else {
            if (transaction.isSelecting()) {
                with.pause();
            }
            endWith(List.of());
        }
    }

    private void execute() {
        with.withDatabase(
                transaction.keysDatabase(), reply, () -> reply.attempt(this::executeOnKeys));
    }

    /** Where its commands on keys are executed, if nothing is watched; null if it has none. */
    private @Nullable EntityKey ofKeys() {
        byte[] home = transaction.home();
        int database = transaction.keysDatabase();
        return home == null ? null : new EntityKey(with.port().databases().known(database), home);
    }

    private void executeOnKeys() {
        EntityKey ofKeys = ofKeys();
        EntityKey entity =
                transaction.tag() == null && watched != null
                        ? watched.key()
                        : Objects.requireNonNull(ofKeys);
        boolean isElsewhere = ofKeys != null && ofKeys.space() != entity.space();
        if (isElsewhere || (watched != null && !watched.key().equals(entity))) {
            throw RedisError.crossSlot();
        }
        List<Arguments> onKeys = new ArrayList<>();
        boolean isReadOnly = true;
        for (int i = 0; i < specs.size(); i++) {
            if (specs.get(i).handler() != null) {
                onKeys.add(transaction.commands().get(i));
                isReadOnly &= specs.get(i).isReadOnly();
            }
        }
        if (transaction.isSelecting()) {
            with.pause(); // until it is known which database those behind it are for
        }
        CommandBatch.Watch watch = watched == null ? null : watched.watch();
        with.lanes()
                .add(
                        entity,
                        new Step.Transaction(
                                new CommandBatch(
                                        reply.version(), true, EventClass.NONE, watch, onKeys),
                                isReadOnly,
                                this::end,
                                this::end));
        with.lanes().start();
    }

    private void end(ProcedureResult result) {
        switch (result) {
            case ProcedureResult.Done done -> {
                forgetScripts(done.replies().iterator());
                endWith(done.replies());
            }
            case ProcedureResult.Failed failed -> end(failed.reply());
            case ProcedureResult.Conflict _ ->
                    end(ReplyWriter.bytes(Reply.NULL_ARRAY, reply.version()));
        }
    }

    /** What is to be published waits for the commands before the transaction, as they all do. */
    private void endWith(List<byte[]> onKeys) {
        if (specs.stream().anyMatch(spec -> spec.flags().contains(Flag.PUBSUB))) {
            reply.keep(onKeys.stream().mapToLong(done -> done.length).sum());
            with.inTurn(reply, () -> end(array(onKeys)));
        } else {
            end(array(onKeys));
        }
    }

    private void end(Reply.Error error) {
        end(ReplyWriter.bytes(error, reply.version()));
    }

    private void end(byte[] answer) {
        reply.give(answer);
        if (transaction.isSelecting()) {
            with.resume();
        }
    }

    private void forgetScripts(Iterator<byte[]> onKeys) {
        for (int i = 0; i < specs.size(); i++) {
            byte[] done = specs.get(i).handler() == null ? null : onKeys.next();
            if (done != null && Eval.isEval(specs.get(i))) {
                with.port().scripts().forgetIfRefused(transaction.commands().get(i), done);
            }
        }
    }

    /**
     * The replies of all commands, those of the connection's own among them, which are executed
     * now.
     */
    private byte[] array(List<byte[]> onKeys) {
        Iterator<byte[]> next = onKeys.iterator();
        ByteWriter out = new ByteWriter(64);
        out.putRaw(("*" + specs.size() + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < specs.size(); i++) {
            out.putRaw(
                    specs.get(i).handler() == null
                            ? own(specs.get(i), transaction.commands().get(i), out.size())
                            : next.next());
        }
        return out.toBytes();
    }

    /** Some reply, or do, much more than they are asked. */
    private byte[] own(CommandSpec spec, Arguments command, int bytesBefore) {
        if (bytesBefore > REPLIES_BYTES_MAX) {
            return TOO_LARGE;
        }
        if (!spec.flags().contains(Flag.FAST) && ++slow > SLOW_MAX) {
            return TOO_MANY;
        }
        ReplySlot own = ReplySlot.apart(reply.version());
        own.attempt(() -> with.port().own(spec.name()).execute(with, command, own));
        return Objects.requireNonNull(own.bytes(), "a command of a transaction that waits");
    }
}
