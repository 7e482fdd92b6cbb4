package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

import java.util.Map;

/** Lua's own functions that look into tables. */
final class TableAccess {
    /** Most values that a function returns, as in Lua. */
    static final int RESULTS_MAX = 7900;

    private static final LuaString METATABLE = Values.string("__metatable");
    private static final Builtin NEXT =
            new Builtin("next", (run, in) -> run.next(in.table(1), in.value(2)));
    private static final Builtin NEXT_INDEX =
            new Builtin("ipairs", (run, in) -> nextIndex(in.table(1), (int) in.integer(2)));

    private TableAccess() {}

    static void addTo(Map<String, LuaValue> globals) {
        globals.put("next", NEXT);
        add(globals, "pairs", (run, in) -> LuaValue.varargsOf(NEXT, in.table(1), LuaValue.NIL));
        add(
                globals,
                "ipairs",
                (run, in) -> LuaValue.varargsOf(NEXT_INDEX, in.table(1), LuaValue.ZERO));
        add(
                globals,
                "rawget",
                (run, in) -> {
                    run.chargeKey(in.any(2));
                    return in.table(1).rawget(in.any(2));
                });
        add(globals, "rawset", TableAccess::rawSet);
        add(
                globals,
                "rawequal",
                (run, in) -> LuaValue.valueOf(Operators.rawEqual(run, in.any(1), in.any(2))));
        add(globals, "getmetatable", (run, in) -> metatable(in.any(1)));
        add(globals, "setmetatable", (run, in) -> setMetatable(in));
        add(globals, "unpack", TableAccess::unpack);
    }

    private static void add(Map<String, LuaValue> globals, String name, Builtin.Body body) {
        globals.put(name, new Builtin(name, body));
    }

    private static Varargs nextIndex(LuaTable table, int before) {
        LuaValue value = table.rawget(before + 1);
        return value.isnil()
                ? LuaValue.NIL
                : LuaValue.varargsOf(LuaValue.valueOf(before + 1), value);
    }

    private static Varargs rawSet(Run run, Args in) {
        Operators.rawSet(run, in.table(1), in.any(2), in.any(3));
        return in.value(1);
    }

    private static LuaValue metatable(LuaValue of) {
        if (of instanceof LuaString) {
            return Strings.METATABLE;
        }
        if (!(of instanceof LuaTable table) || table.getmetatable() == null) {
            return LuaValue.NIL;
        }
        LuaValue instead = Operators.metamethod(table, METATABLE);
        return instead.isnil() ? table.getmetatable() : instead;
    }

    /** Made when it is asked for: the libraries know each other. */
    private static final class Strings {
        static final LuaTable METATABLE =
                new Builtin.Library().add("__index", Libraries.STRING).table();
    }

    private static Varargs setMetatable(Args in) {
        LuaTable table = in.table(1);
        if (!in.isNil(2) || in.count() < 2) {
            boolean isTable = in.value(2) instanceof LuaTable;
            if (!isTable) {
                throw in.bad(2, "nil or table expected");
            }
        }
        if (table instanceof ReadOnlyTable) {
            throw ReadOnlyTable.error();
        }
        if (!Operators.metamethod(table, METATABLE).isnil()) {
            throw ScriptError.at("cannot change a protected metatable");
        }
        table.setmetatable(in.isNil(2) ? null : in.table(2));
        return table;
    }

    private static Varargs unpack(Run run, Args in) {
        LuaTable table = in.table(1);
        long from = in.integer(2, 1);
        long to = in.integer(3, table.rawlen());
        if (from > to) {
            return LuaValue.NONE;
        }
        if (to - from >= RESULTS_MAX || to - from < 0) {
            throw ScriptError.at("too many results to unpack");
        }
        LuaValue[] values = new LuaValue[(int) (to - from + 1)];
        run.instructions(values.length);
        for (int i = 0; i < values.length; i++) {
            values[i] = table.rawget(LuaValue.valueOf((double) (from + i)));
        }
        return LuaValue.varargsOf(values);
    }
}
