package io.paxosstore.redis.script;

import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.OperationFailedException;
import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.Handler;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.command.Subcommands;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.data.Message;
import io.paxosstore.redis.data.Micros;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** The commands that one script calls. Not thread-safe. */
final class ScriptCalls {
    private static final Micros MICROS = new Micros();

    /** Commands on no keys that scripts may call. */
    private static final CommandTable OWN =
            new CommandTable(
                    List.of(
                            new CommandGroup("connection")
                                    .read(
                                            "PING",
                                            -1,
                                            KeyPositions.NONE,
                                            "1.0.0",
                                            "Answers",
                                            (keys, in) -> ping(in))
                                    .read(
                                            "ECHO",
                                            2,
                                            KeyPositions.NONE,
                                            "1.0.0",
                                            "Returns a string",
                                            (keys, in) -> new Reply.Bulk(in.bytes(1)))
                                    .read(
                                            "TIME",
                                            1,
                                            KeyPositions.NONE,
                                            "2.6.0",
                                            "Returns the time",
                                            (keys, in) -> MICROS.time(keys.wallMillis()))
                                    .write(
                                            "PUBLISH",
                                            3,
                                            KeyPositions.NONE,
                                            "2.0.0",
                                            "Sends a message when the script has taken effect",
                                            (keys, in) -> publish(keys, in, false))
                                    .write(
                                            "SPUBLISH",
                                            3,
                                            KeyPositions.NONE,
                                            "7.0.0",
                                            "Sends a message when the script has taken effect",
                                            (keys, in) -> publish(keys, in, true))));

    private final CommandTable table;
    private final Keyspace keys;
    private final boolean isReadOnly;
    private int version = 2;

    /**
     * @param isReadOnly whether the script may change nothing
     */
    ScriptCalls(CommandTable table, Keyspace keys, boolean isReadOnly) {
        this.table = table;
        this.keys = keys;
        this.isReadOnly = isReadOnly;
    }

    /** Nobody knows before the script has taken effect how many will take it. */
    private static Reply publish(Keyspace keys, Arguments in, boolean isShard) {
        keys.publish(new Message.Published(isShard, in.bytes(1), in.bytes(2)));
        return new Reply.Number(0);
    }

    private static Reply ping(Arguments in) {
        return in.count() == 1 ? new Reply.Status("PONG") : new Reply.Bulk(in.bytes(1));
    }

    /** The version of the protocol that the script sees replies in. */
    int version() {
        return version;
    }

    void version(int newVersion) {
        version = newVersion;
    }

    /** Whether there is such a command. */
    boolean isKnown(byte[] name) {
        return find(name) != null;
    }

    private @Nullable CommandSpec find(byte[] name) {
        CommandSpec spec = table.find(name);
        return spec == null ? OWN.find(name) : spec;
    }

    /**
     * Executes a command.
     *
     * @throws RedisError if it fails; then nothing of it took effect
     * @throws OperationFailedException if the whole script is too much
     */
    Reply call(Arguments command) {
        CommandSpec spec = find(command.bytes(0));
        if (spec == null) {
            throw unknown();
        }
        checkCount(spec, command);
        Handler handler = spec.handler();
        boolean waits =
                spec.keys() instanceof KeyPositions.Streams streams
                        && streams.optionAt(command, "BLOCK") >= 0;
        if (waits) {
            throw new RedisError(
                    "ERR "
                            + command.text(0)
                            + " command is not allowed with BLOCK option from scripts");
        }
        if (spec.flags().contains(Flag.NOSCRIPT) || handler == null) {
            throw new RedisError("ERR This Redis command is not allowed from script");
        }
        if (isReadOnly && !spec.isReadOnly()) {
            throw new RedisError("ERR Write commands are not allowed from read-only scripts.");
        }
        for (int key : spec.keys().of(command)) {
            if (!keys.isLocal(command.bytes(key))) {
                throw new RedisError(
                        "ERR Script attempted to access a non local key in a cluster node");
            }
        }
        return execute(spec, handler, command);
    }

    private static void checkCount(CommandSpec spec, Arguments command) {
        Subcommands subcommands = spec.subcommands();
        boolean takes = spec.takes(command.count());
        if (takes && subcommands != null) {
            if (!subcommands.isKnown(command)) {
                throw unknown();
            }
            takes = subcommands.takes(command);
        }
        if (!takes) {
            throw new RedisError("ERR Wrong number of args calling Redis command from script");
        }
    }

    private static RedisError unknown() {
        return new RedisError("ERR Unknown Redis command called from script");
    }

    private Reply execute(CommandSpec spec, Handler handler, Arguments command) {
        keys.next();
        try {
            if (spec.isReadOnly()) {
                return handler.execute(keys, command);
            }
            Reply[] reply = new Reply[1];
            keys.together(
                    () -> spec.keysOf(command), () -> reply[0] = handler.execute(keys, command));
            return reply[0];
        } catch (OperationFailedException e) {
            if (e.failure() instanceof Failure.LimitExceeded) {
                throw e;
            }
            throw new RedisError("ERR " + e.failure().sentence());
        }
    }
}
