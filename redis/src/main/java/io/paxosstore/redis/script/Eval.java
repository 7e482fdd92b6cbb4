package io.paxosstore.redis.script;

import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.lua.Run;
import io.paxosstore.redis.lua.ScriptError;
import io.paxosstore.redis.lua.ScriptTable;
import io.paxosstore.redis.lua.Values;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * EVAL and EVAL_RO: scripts on the keys of one hash tag. Unlike in Redis a script takes effect as a
 * whole or not at all: what a script has done that fails is undone. It need not be deterministic,
 * since only its effects are replicated.
 */
public final class Eval {
    /** Changes something, perhaps. */
    public static final String NAME = "EVAL";

    /** Changes nothing. */
    public static final String READ_ONLY_NAME = "EVAL_RO";

    /** Which words of EVAL are keys. */
    public static final KeyPositions KEYS = new KeyPositions.Counted(2, false);

    private final Supplier<CommandTable> table;

    private Eval(Supplier<CommandTable> table) {
        this.table = table;
    }

    /**
     * The commands.
     *
     * @param table of the commands that scripts may call
     */
    public static CommandGroup commands(Supplier<CommandTable> table) {
        Eval eval = new Eval(table);
        return new CommandGroup("scripting")
                .write(
                        NAME,
                        -3,
                        KEYS,
                        "2.6.0",
                        "Executes a script",
                        (keys, in) -> eval.execute(keys, in, false),
                        Flag.DENYOOM, // it may make the data larger, whatever Redis says
                        Flag.NOSCRIPT)
                .read(
                        READ_ONLY_NAME,
                        -3,
                        KEYS,
                        "7.0.0",
                        "Executes a script that changes nothing",
                        (keys, in) -> eval.execute(keys, in, true),
                        Flag.NOSCRIPT);
    }

    /** Whether a command is one of these, which may have no keys. */
    public static boolean isEval(CommandSpec spec) {
        return spec.name().equals(NAME) || spec.name().equals(READ_ONLY_NAME);
    }

    /** The hash tag that a script without keys is executed at: its SHA-1. */
    public static byte[] home(Arguments command) {
        return Sha1.of(command.bytes(1)).getBytes(StandardCharsets.US_ASCII);
    }

    private Reply execute(Keyspace keys, Arguments in, boolean isReadOnly) {
        long count = in.integer(2);
        if (count > in.count() - 3) {
            throw new RedisError("ERR Number of keys can't be greater than number of args");
        }
        if (count < 0) {
            throw new RedisError("ERR Number of keys can't be negative");
        }
        int firstArgument = 3 + (int) count;
        Script script = Script.of(in.bytes(1), keys::work);
        if (isReadOnly && script.mode() == Script.Mode.WRITES) {
            throw new RedisError(
                    "ERR Can not execute a script with write flag using *_ro command.");
        }
        boolean onlyReads = isReadOnly || script.mode() == Script.Mode.READS;
        ScriptCalls calls = new ScriptCalls(table.get(), keys, onlyReads);
        Map<String, LuaValue> globals =
                Map.of(
                        "redis",
                        RedisLibrary.TABLE,
                        "KEYS",
                        strings(in.list(3, firstArgument)),
                        "ARGV",
                        strings(in.from(firstArgument)));
        Run run = new Run(keys::work, calls, globals);
        try {
            return new LuaReplies(run, calls).reply(run.execute(script.code()).arg1());
        } catch (ScriptError e) {
            throw new RedisError(text(e, script));
        }
    }

    private static LuaTable strings(List<byte[]> words) {
        LuaTable table = new ScriptTable(words.size());
        for (int i = 0; i < words.size(); i++) {
            table.rawset(i + 1, Values.string(words.get(i)));
        }
        return table;
    }

    private static String text(ScriptError e, Script script) {
        String message = "ERR " + Values.text(e.value());
        if (e.value() instanceof LuaTable table) {
            message =
                    Values.field(table, "err") instanceof LuaString text
                            ? Values.text(text)
                            : "ERR unknown error";
        }
        String place =
                e.line() == 0
                        ? ""
                        : " script: %s, on %s:%d.".formatted(script.sha1(), e.source(), e.line());
        return Script.oneLine(Script.shown(message + place));
    }
}
