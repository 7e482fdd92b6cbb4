package io.paxosstore.redis.procedure;

import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.model.EntityObjects;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.OperationFailedException;
import io.paxosstore.protocol.model.Procedure;
import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.Handler;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.data.Message;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.redis.resp.ReplyWriter;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Commands of one connection on the keys of one entity, in their order: each takes effect or fails
 * by itself, as in Redis, and all that take effect do so in one entry. Immutable.
 */
public final class CommandsProcedure implements Procedure {
    /** The number of the language. */
    public static final int LANGUAGE = 1;

    /** Commands that do no more than their length says take long only if there are so many. */
    private static final int COMMANDS_SHORT = 64;

    /** After so many bytes of replies the other commands are left for a procedure of their own. */
    private static final int REPLIES_BYTES_ENOUGH = 1 << 20;

    /** A transaction whose replies have more bytes is not executed. */
    private static final int REPLIES_BYTES_MAX = 16 << 20;

    private final CommandTable table;
    private final byte[] entity;
    private final CommandBatch batch;

    /** What the commands are; null for what is none. */
    private final List<@Nullable CommandSpec> specs = new ArrayList<>();

    /**
     * @param table of all commands
     * @param entity the id of the entity
     */
    public CommandsProcedure(CommandTable table, byte[] entity, CommandBatch batch) {
        this.table = table;
        this.entity = entity;
        this.batch = batch;
        for (Arguments command : batch.commands()) {
            specs.add(table.find(command.bytes(0)));
        }
    }

    @Override
    public int language() {
        return LANGUAGE;
    }

    @Override
    public boolean isReadOnly() {
        return specs.stream().allMatch(spec -> spec == null || spec.isReadOnly());
    }

    @Override
    public boolean mayTakeLong() {
        return batch.commands().size() > COMMANDS_SHORT
                || specs.stream().anyMatch(spec -> spec == null || spec.mayTakeLong());
    }

    @Override
    public int contentBytes() {
        return batch.contentBytes();
    }

    @Override
    public boolean onlyRemoves() {
        return specs.stream()
                .allMatch(spec -> spec != null && !spec.flags().contains(Flag.DENYOOM));
    }

    @Override
    public byte[] encoded() {
        return batch.encode();
    }

    @Override
    public byte[] run(EntityObjects objects) {
        Keyspace keys = new Keyspace(objects, entity, batch.events());
        CommandBatch.Watch watched = batch.watched();
        if (watched != null && !watched.holds(keys.version(), keys.wallMillis())) {
            return new byte[] {ProcedureResult.CONFLICT};
        }
        Replies replies = new Replies(batch.version());
        runEach(keys, replies);
        return replies.encode(keys.messages());
    }

    private void runEach(Keyspace keys, Replies replies) {
        for (Arguments command : batch.commands()) {
            boolean mayEnd = !batch.isTransaction() && !replies.isEmpty();
            if (mayEnd && replies.bytes() > REPLIES_BYTES_ENOUGH) {
                return;
            }
            Reply reply;
            try {
                reply = reply(keys, command);
            } catch (OperationFailedException e) {
                if (isFull(e.failure()) && batch.isTransaction()) {
                    throw e; // all or nothing
                }
                if (isFull(e.failure()) && mayEnd) {
                    return;
                }
                reply = failure(e);
            }
            replies.add(reply);
            if (batch.isTransaction() && replies.bytes() > REPLIES_BYTES_MAX) {
                throw new RedisError(
                        "ERR the replies of the transaction have more than "
                                + REPLIES_BYTES_MAX
                                + " bytes; use several");
            }
        }
    }

    /** Whether it might succeed if it were alone. */
    private static boolean isFull(Failure failure) {
        return failure instanceof Failure.LimitExceeded;
    }

    private Reply reply(Keyspace keys, Arguments command) {
        try {
            CommandSpec spec = table.of(command);
            Handler handler = spec.handler();
            if (handler == null) {
                throw new RedisError("ERR " + spec.name() + " is not executed on keys");
            }
            keys.next();
            Reply[] reply = new Reply[1];
            if (spec.isReadOnly()) {
                return handler.execute(keys, command);
            }
            keys.together(
                    () -> spec.keysOf(command), () -> reply[0] = handler.execute(keys, command));
            return reply[0];
        } catch (RedisError e) {
            return e.reply();
        }
    }

    @Override
    public byte[] failed(RuntimeException why) {
        Replies replies = new Replies(batch.version());
        replies.add(failure(why));
        return replies.encode(ProcedureResult.FAILED);
    }

    private static Reply failure(RuntimeException why) {
        return switch (why) {
            case OperationFailedException e -> new Reply.Error("ERR " + e.failure().sentence());
            case RedisError e -> e.reply();
            default ->
                    new Reply.Error(
                            "ERR the command failed by a fault of the server: "
                                    + why.getClass().getName());
        };
    }

    /** Replies, each behind its length. */
    private static final class Replies {
        private final ByteWriter out = new ByteWriter(64);
        private final ByteWriter one = new ByteWriter(64);
        private final ReplyWriter writer;
        private boolean isEmpty = true;

        Replies(int version) {
            this.writer = new ReplyWriter(one, version);
        }

        boolean isEmpty() {
            return isEmpty;
        }

        int bytes() {
            return out.size();
        }

        void add(Reply reply) {
            isEmpty = false;
            one.clear();
            writer.write(reply);
            out.putBytes(one.toBytes());
        }

        byte[] encode(List<Message> messages) {
            if (messages.isEmpty()) {
                return encode(ProcedureResult.REPLIES);
            }
            ByteWriter all = new ByteWriter(64 + out.size());
            all.putByte(ProcedureResult.MESSAGES).putVarint(messages.size());
            messages.forEach(message -> ProcedureResult.encode(message, all));
            return all.putRaw(out.toBytes()).toBytes();
        }

        byte[] encode(int kind) {
            return new ByteWriter(1 + out.size()).putByte(kind).putRaw(out.toBytes()).toBytes();
        }
    }
}
