package io.paxosstore.redis.lua;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

import java.util.Map;

/** Lua's own functions, besides those that look into tables. */
final class BaseLibrary {
    /** Most bytes that a script may compile at once. */
    private static final int TEXT_MAX = 64 * 1024;

    private static final double BYTES_PER_UNIT = 1024;
    private static final LuaString NUMBER_SIGN = Values.string("#");
    private static final LuaString COUNT = Values.string("count");

    private BaseLibrary() {}

    static void addTo(Map<String, LuaValue> globals) {
        globals.put("_VERSION", Values.string("Lua 5.1"));
        add(globals, "assert", BaseLibrary::check);
        add(globals, "error", BaseLibrary::fail);
        add(globals, "pcall", BaseLibrary::protectedCall);
        add(globals, "xpcall", BaseLibrary::handledCall);
        add(globals, "type", (run, in) -> Values.string(in.any(1).typename()));
        add(globals, "tostring", (run, in) -> string(run, in.any(1)));
        add(globals, "tonumber", BaseLibrary::number);
        add(globals, "select", (run, in) -> select(in));
        add(globals, "load", BaseLibrary::load);
        add(
                globals,
                "loadstring",
                (run, in) -> compile(run, in.string(1), in.isNil(2) ? null : in.string(2)));
        add(globals, "gcinfo", (run, in) -> LuaValue.valueOf((int) (run.bytes() >> 10)));
        add(
                globals,
                "collectgarbage",
                (run, in) ->
                        LuaValue.valueOf(
                                in.value(1).raweq(COUNT) ? run.bytes() / BYTES_PER_UNIT : 0));
    }

    private static void add(Map<String, LuaValue> globals, String name, Builtin.Body body) {
        globals.put(name, new Builtin(name, body));
    }

    private static Varargs check(Run run, Args in) {
        if (in.any(1).toboolean()) {
            return in.from(1);
        }
        if (in.isNil(2)) {
            throw ScriptError.at("assertion failed!");
        }
        LuaString message = in.string(2);
        run.chargeEachByte(message.m_length);
        throw ScriptError.at(Values.text(message));
    }

    private static Varargs fail(Run run, Args in) {
        if (in.value(1) instanceof LuaString message) {
            run.chargeEachByte(message.m_length);
            throw ScriptError.of(message, Math.clamp(in.integer(2, 1), 0, 1000));
        }
        if (in.value(1) instanceof LuaNumber number) {
            throw ScriptError.of(
                    Values.string(Numbers.text(number)), Math.clamp(in.integer(2, 1), 0, 1000));
        }
        throw ScriptError.of(in.value(1));
    }

    /** A call that returns the error of the function; what ends the script ends it all the same. */
    private static Varargs protectedCall(Run run, Args in) {
        try {
            return LuaValue.varargsOf(LuaValue.TRUE, run.call(in.any(1), in.from(2)));
        } catch (ScriptError e) {
            return LuaValue.varargsOf(LuaValue.FALSE, caught(e.value()));
        } catch (LuaError e) {
            return LuaValue.varargsOf(
                    LuaValue.FALSE, Values.string(String.valueOf(e.getMessage())));
        }
    }

    /** As in Redis an error of a command is caught as its text. */
    private static LuaValue caught(LuaValue error) {
        boolean hasText =
                error instanceof LuaTable table && Values.field(table, "err") instanceof LuaString;
        return hasText ? Values.field((LuaTable) error, "err") : error;
    }

    private static Varargs handledCall(Run run, Args in) {
        LuaValue handler = in.any(2);
        try {
            return LuaValue.varargsOf(LuaValue.TRUE, run.call(in.value(1), LuaValue.NONE));
        } catch (ScriptError e) {
            return LuaValue.varargsOf(LuaValue.FALSE, run.call(handler, e.value()).arg1());
        }
    }

    /** What {@code tostring} makes of a value. */
    static LuaString string(Run run, LuaValue value) {
        LuaValue handler = Operators.metamethod(value, LuaValue.TOSTRING);
        if (handler.isnil()) {
            LuaString string = run.string(value);
            return string == null ? Values.string(Values.text(value)) : string;
        }
        if (run.call(handler, value).arg1() instanceof LuaString string) {
            return string;
        }
        throw ScriptError.at("'tostring' must return a string to 'print'");
    }

    private static Varargs number(Run run, Args in) {
        long base = in.integer(2, 10);
        LuaNumber number;
        if (base == 10) {
            number = run.number(in.any(1));
        } else if (base < 2 || base > 36) {
            throw in.bad(2, "base out of range");
        } else {
            LuaString digits = in.string(1);
            run.chargeEachByte(digits.m_length);
            number = Numbers.parse(Values.text(digits), (int) base);
        }
        return number == null ? LuaValue.NIL : number;
    }

    private static Varargs select(Args in) {
        if (in.value(1).raweq(NUMBER_SIGN)) {
            return LuaValue.valueOf(in.count() - 1);
        }
        long from = in.integer(1);
        long index = from < 0 ? in.count() + from : from;
        if (index < 1) {
            throw in.bad(1, "index out of range");
        }
        return in.from((int) Math.min(index + 1, in.count() + 1L));
    }

    private static Varargs load(Run run, Args in) {
        LuaValue reader = in.function(1);
        StringOutput text = new StringOutput(run);
        while (true) {
            LuaValue part = run.call(reader, LuaValue.NONE).arg1();
            if (part.isnil() || (part instanceof LuaString end && end.m_length == 0)) {
                LuaString name = in.isNil(2) ? Values.string("=(load)") : in.string(2);
                return compile(run, text.string(), name);
            }
            if (!(part instanceof LuaString string)) {
                throw ScriptError.at("reader function must return a string");
            }
            run.allocateString(string.m_length); // as an endless reader is to end
            text.add(string);
        }
    }

    private static Varargs compile(Run run, LuaString text, @Nullable LuaString name) {
        run.allocateString(text.m_length);
        if (text.m_length > TEXT_MAX) {
            throw ScriptError.at("a chunk of " + text.m_length + " bytes is too long");
        }
        run.chargeEachByte(name == null ? 0 : name.m_length);
        byte[] bytes = Values.bytes(text);
        try {
            return run.function(
                    Chunks.compile(bytes, Values.text(name == null ? text : name), run::charge));
        } catch (ScriptError e) {
            return LuaValue.varargsOf(LuaValue.NIL, e.value());
        }
    }
}
