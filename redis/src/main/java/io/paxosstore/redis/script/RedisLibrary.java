package io.paxosstore.redis.script;

import io.paxosstore.redis.lua.Args;
import io.paxosstore.redis.lua.Builtin;
import io.paxosstore.redis.lua.Run;
import io.paxosstore.redis.lua.ScriptError;
import io.paxosstore.redis.lua.Values;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reals;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.redis.resp.TextBytes;

import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The functions of {@code redis}. */
public final class RedisLibrary {
    /** The version of Redis whose commands and replies these are. */
    public static final String VERSION = "7.0.15";

    private static final Logger LOG = LoggerFactory.getLogger(RedisLibrary.class);
    private static final int VERSION_NUMBER = 0x07000f;
    private static final int LEVEL_MAX = 3;
    private static final int REPLICATION_ALL = 3;

    /** All of them. */
    static final LuaTable TABLE = table();

    private RedisLibrary() {}

    private static LuaTable table() {
        Builtin.Library library =
                new Builtin.Library()
                        .add("call", (run, in) -> call(run, in, true))
                        .add("pcall", (run, in) -> call(run, in, false))
                        .add("error_reply", (run, in) -> errorReply(run, in))
                        .add("status_reply", (run, in) -> statusReply(run, in))
                        .add("sha1hex", (run, in) -> sha1(run, in))
                        .add("log", (run, in) -> log(run, in))
                        .add("setresp", (run, in) -> version(run, in))
                        .add("set_repl", (run, in) -> replication(run, in))
                        .add("replicate_commands", (run, in) -> LuaValue.TRUE)
                        .add("breakpoint", (run, in) -> LuaValue.FALSE)
                        .add("debug", (run, in) -> LuaValue.NONE)
                        .add("acl_check_cmd", (run, in) -> isAllowed(run, in))
                        .add("REDIS_VERSION", Values.string(VERSION))
                        .add("REDIS_VERSION_NUM", LuaValue.valueOf(VERSION_NUMBER));
        String[] levels = {"DEBUG", "VERBOSE", "NOTICE", "WARNING"};
        for (int i = 0; i < levels.length; i++) {
            library.add("LOG_" + levels[i], LuaValue.valueOf(i));
        }
        return library.add("REPL_NONE", LuaValue.ZERO)
                .add("REPL_AOF", LuaValue.valueOf(1))
                .add("REPL_SLAVE", LuaValue.valueOf(2))
                .add("REPL_REPLICA", LuaValue.valueOf(2))
                .add("REPL_ALL", LuaValue.valueOf(REPLICATION_ALL))
                .table();
    }

    private static LuaTable field(Run run, String name, LuaValue value) {
        LuaTable table = run.newTable();
        table.rawset(Values.string(name), value);
        return table;
    }

    /** An error as scripts see it. */
    static LuaTable error(Run run, String text) {
        return field(run, "err", Values.string(text));
    }

    private static ScriptError failure(Run run, String text) {
        return ScriptError.of(error(run, text));
    }

    private static LuaValue call(Run run, Args in, boolean raises) {
        LuaTable error;
        try {
            Arguments words = words(run, in);
            ScriptCalls calls = run.host(ScriptCalls.class);
            Reply reply = reply(calls, words);
            if (!(reply instanceof Reply.Error failed)) {
                return LuaReplies.value(run, reply, calls.version());
            }
            error = error(run, bytes(failed.text()));
            error.rawset(Values.string("ignore_error_stats_update"), LuaValue.TRUE);
        } catch (RedisError e) {
            error = error(run, bytes(String.valueOf(e.getMessage())));
        }
        if (raises) {
            throw ScriptError.of(error);
        }
        return error;
    }

    private static Reply reply(ScriptCalls calls, Arguments words) {
        try {
            return calls.call(words);
        } catch (RedisError e) {
            return e.reply();
        }
    }

    /** Text whose characters are the bytes that the protocol writes of it. */
    private static String bytes(String text) {
        return new String(TextBytes.bytes(text), StandardCharsets.ISO_8859_1);
    }

    private static Arguments words(Run run, Args in) {
        if (in.count() == 0) {
            throw new RedisError(
                    "ERR Please specify at least one argument for this redis lib call");
        }
        List<byte[]> words = new ArrayList<>(in.count());
        for (int i = 1; i <= in.count(); i++) {
            words.add(
                    switch (in.value(i)) {
                        case LuaString string -> Values.bytes(string);
                        case LuaNumber number ->
                                Reals.text(number.todouble()).getBytes(StandardCharsets.US_ASCII);
                        default ->
                                throw new RedisError(
                                        "ERR Lua redis lib command arguments must be strings or"
                                                + " integers");
                    });
        }
        Arguments all = new Arguments(words);
        run.chargeEachByte(all.contentBytes());
        return all;
    }

    private static LuaValue errorReply(Run run, Args in) {
        if (in.count() != 1 || !(in.value(1) instanceof LuaString string)) {
            return error(run, "ERR wrong number or type of arguments");
        }
        run.chargeEachByte(string.m_length);
        String text = Values.text(string);
        String all = text.startsWith("-") ? text.substring(1) : text;
        String whole = all.indexOf(' ') < 0 ? "ERR " + all : all;
        return error(run, whole);
    }

    private static LuaValue statusReply(Run run, Args in) {
        return in.count() == 1 && in.value(1) instanceof LuaString word
                ? field(run, "ok", word)
                : error(run, "ERR wrong number or type of arguments");
    }

    private static LuaValue sha1(Run run, Args in) {
        if (in.count() != 1) {
            throw failure(run, "ERR wrong number of arguments");
        }
        LuaString string = Values.asString(in.value(1));
        byte[] bytes = string == null ? new byte[0] : Values.bytes(string);
        run.chargeEachByte(bytes.length);
        return Values.string(Sha1.of(bytes));
    }

    private static LuaValue log(Run run, Args in) {
        if (in.count() < 2) {
            throw failure(run, "ERR redis.log() requires two arguments or more.");
        }
        if (!(in.value(1) instanceof LuaNumber level)) {
            throw failure(run, "ERR First argument must be a number (log level).");
        }
        if (level.todouble() < 0 || level.todouble() >= LEVEL_MAX + 1) {
            throw failure(run, "ERR Invalid debug level.");
        }
        if (LOG.isDebugEnabled()) {
            LOG.debug("script_says {}", Values.text(in.value(2)));
        }
        return LuaValue.NIL;
    }

    private static LuaValue version(Run run, Args in) {
        if (in.count() != 1) {
            throw failure(run, "ERR redis.setresp() requires one argument.");
        }
        int version = in.value(1) instanceof LuaNumber number ? (int) number.todouble() : 0;
        if (version != 2 && version != 3) {
            throw failure(run, "ERR RESP version must be 2 or 3.");
        }
        run.host(ScriptCalls.class).version(version);
        return LuaValue.NIL;
    }

    private static LuaValue replication(Run run, Args in) {
        if (in.count() != 1) {
            throw failure(run, "ERR redis.set_repl() requires one argument.");
        }
        int flags = in.value(1) instanceof LuaNumber number ? (int) number.todouble() : 0;
        if ((flags & ~REPLICATION_ALL) != 0) {
            throw failure(
                    run,
                    "ERR Invalid replication flags. Use REPL_AOF, REPL_REPLICA, REPL_ALL or"
                            + " REPL_NONE.");
        }
        return LuaValue.NIL;
    }

    private static LuaValue isAllowed(Run run, Args in) {
        byte[] name;
        try {
            name = words(run, in).bytes(0);
        } catch (RedisError e) {
            throw failure(run, bytes(String.valueOf(e.getMessage())));
        }
        if (!run.host(ScriptCalls.class).isKnown(name)) {
            throw failure(run, "ERR Invalid command passed to redis.acl_check_cmd()");
        }
        return LuaValue.TRUE;
    }
}
