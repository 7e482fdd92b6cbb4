package io.paxosstore.redis.lua;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.Lua;
import org.luaj.vm2.LuaInteger;
import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/** What Lua's operators do with values, with their metamethods. */
final class Operators {
    private static final int LOOP_MAX = 100;

    private Operators() {}

    /** The metamethod of a value for an event; nil if there is none. */
    static LuaValue metamethod(LuaValue value, LuaValue event) {
        LuaValue metatable = value instanceof LuaTable table ? table.getmetatable() : null;
        return metatable instanceof LuaTable table ? table.rawget(event) : LuaValue.NIL;
    }

    static LuaValue callable(LuaValue value) {
        LuaValue metamethod = metamethod(value, LuaValue.CALL);
        if (!metamethod.isfunction()) {
            throw ScriptError.operand("call", value);
        }
        return metamethod;
    }

    static LuaValue index(Run run, LuaValue object, LuaValue key) {
        run.chargeKey(key);
        LuaValue from = object;
        for (int i = 0; i < LOOP_MAX; i++) {
            LuaValue handler;
            if (from instanceof LuaTable table) {
                LuaValue value = table.rawget(key);
                if (!value.isnil()) {
                    return value;
                }
                if (table instanceof ReadOnlyTable special && special.isGlobal()) {
                    throw ScriptError.at(
                            "Script attempted to access nonexistent global variable '"
                                    + Values.text(key)
                                    + "'");
                }
                handler = metamethod(table, LuaValue.INDEX);
                if (handler.isnil()) {
                    return handler;
                }
            } else if (from instanceof LuaString) {
                handler = Libraries.STRING;
            } else {
                throw ScriptError.operand("index", from);
            }
            if (handler.isfunction()) {
                return run.call(handler, LuaValue.varargsOf(from, key)).arg1();
            }
            from = handler;
        }
        throw ScriptError.operator("loop in gettable");
    }

    static void setIndex(Run run, LuaValue object, LuaValue key, LuaValue value) {
        run.chargeKey(key);
        LuaValue to = object;
        for (int i = 0; i < LOOP_MAX; i++) {
            if (!(to instanceof LuaTable table)) {
                throw ScriptError.operand("index", to);
            }
            LuaValue handler = LuaValue.NIL;
            boolean isNew = table.rawget(key).isnil();
            if (isNew) {
                handler = metamethod(table, LuaValue.NEWINDEX);
            }
            if (handler.isnil()) {
                rawSet(run, table, key, value, isNew);
                return;
            }
            if (handler.isfunction()) {
                run.call(handler, LuaValue.varargsOf(to, key, value));
                return;
            }
            to = handler;
        }
        throw ScriptError.operator("loop in settable");
    }

    /** Sets a field, whatever the metatable says. */
    static void rawSet(Run run, LuaTable table, LuaValue key, LuaValue value) {
        run.chargeKey(key);
        rawSet(run, table, key, value, table.rawget(key).isnil());
    }

    private static void rawSet(
            Run run, LuaTable table, LuaValue key, LuaValue value, boolean isNew) {
        if (table instanceof ReadOnlyTable) {
            throw ReadOnlyTable.error();
        }
        if (key.isnil()) {
            throw ScriptError.operator("table index is nil");
        }
        if (key instanceof LuaNumber number && Double.isNaN(number.todouble())) {
            throw ScriptError.operator("table index is NaN");
        }
        if (isNew) {
            if (value.isnil()) {
                return;
            }
            run.allocate(Run.OBJECT_BYTES);
        }
        table.rawset(key, value);
    }

    static LuaValue arithmetic(Run run, int operation, LuaValue a, LuaValue b) {
        LuaNumber x = run.number(a);
        LuaNumber y = run.number(b);
        if (x != null && y != null) {
            return arithmetic(operation, x, y);
        }
        LuaValue event = event(operation);
        LuaValue handler = metamethod(a, event);
        if (handler.isnil()) {
            handler = metamethod(b, event);
        }
        if (handler.isnil()) {
            throw ScriptError.operand("perform arithmetic on", x == null ? a : b);
        }
        return run.call(handler, LuaValue.varargsOf(a, b)).arg1();
    }

    private static LuaValue arithmetic(int operation, LuaNumber a, LuaNumber b) {
        if (a instanceof LuaInteger x && b instanceof LuaInteger y) {
            switch (operation) {
                case Lua.OP_ADD -> {
                    return LuaInteger.valueOf((long) x.v + y.v);
                }
                case Lua.OP_SUB -> {
                    return LuaInteger.valueOf((long) x.v - y.v);
                }
                default -> {}
            }
        }
        return LuaValue.valueOf(arithmetic(operation, a.todouble(), b.todouble()));
    }

    private static double arithmetic(int operation, double x, double y) {
        return switch (operation) {
            case Lua.OP_ADD -> x + y;
            case Lua.OP_SUB -> x - y;
            case Lua.OP_MUL -> x * y;
            case Lua.OP_DIV -> x / y;
            case Lua.OP_MOD -> x - Math.floor(x / y) * y;
            case Lua.OP_POW -> Math.pow(x, y);
            default -> -x;
        };
    }

    private static LuaValue event(int operation) {
        return switch (operation) {
            case Lua.OP_ADD -> LuaValue.ADD;
            case Lua.OP_SUB -> LuaValue.SUB;
            case Lua.OP_MUL -> LuaValue.MUL;
            case Lua.OP_DIV -> LuaValue.DIV;
            case Lua.OP_MOD -> LuaValue.MOD;
            case Lua.OP_POW -> LuaValue.POW;
            default -> LuaValue.UNM;
        };
    }

    /** As {@code #} says; in Lua 5.1 tables have no metamethod for that. */
    static LuaValue length(LuaValue value) {
        return switch (value) {
            case LuaString string -> LuaInteger.valueOf(string.m_length);
            case LuaTable table -> LuaInteger.valueOf(table.rawlen());
            default -> throw ScriptError.operand("get length of", value);
        };
    }

    /** Whether two values are equal, whatever their metatables say. */
    static boolean rawEqual(Run run, LuaValue a, LuaValue b) {
        if (a instanceof LuaString x && b instanceof LuaString y && x.m_length == y.m_length) {
            run.chargeBytes(x.m_length);
        }
        return a.raweq(b);
    }

    @SuppressWarnings("ReferenceEquality") // the same value equals itself, whatever it is
    static boolean equal(Run run, LuaValue a, LuaValue b) {
        if (a == b || rawEqual(run, a, b)) {
            return true;
        }
        if (!(a instanceof LuaTable && b instanceof LuaTable)) {
            return false;
        }
        LuaValue handler = shared(a, b, LuaValue.EQ);
        return handler != null && run.call(handler, LuaValue.varargsOf(a, b)).arg1().toboolean();
    }

    /** The metamethod that both have; null if they have none, or two. */
    private static @Nullable LuaValue shared(LuaValue a, LuaValue b, LuaValue event) {
        LuaValue handler = metamethod(a, event);
        return handler.isnil() || !handler.raweq(metamethod(b, event)) ? null : handler;
    }

    static boolean less(Run run, LuaValue a, LuaValue b) {
        if (a instanceof LuaNumber && b instanceof LuaNumber) {
            return a.todouble() < b.todouble();
        }
        if (a instanceof LuaString x && b instanceof LuaString y) {
            run.chargeBytes(Math.min(x.m_length, y.m_length));
            return Values.compare(x, y) < 0;
        }
        LuaValue handler = shared(a, b, LuaValue.LT);
        if (handler == null) {
            throw incomparable(a, b);
        }
        return run.call(handler, LuaValue.varargsOf(a, b)).arg1().toboolean();
    }

    static boolean lessOrEqual(Run run, LuaValue a, LuaValue b) {
        if (a instanceof LuaNumber && b instanceof LuaNumber) {
            return a.todouble() <= b.todouble();
        }
        if (a instanceof LuaString x && b instanceof LuaString y) {
            run.chargeBytes(Math.min(x.m_length, y.m_length));
            return Values.compare(x, y) <= 0;
        }
        LuaValue handler = shared(a, b, LuaValue.LE);
        if (handler != null) {
            return run.call(handler, LuaValue.varargsOf(a, b)).arg1().toboolean();
        }
        handler = shared(a, b, LuaValue.LT);
        if (handler == null) {
            throw incomparable(a, b);
        }
        return !run.call(handler, LuaValue.varargsOf(b, a)).arg1().toboolean();
    }

    private static ScriptError incomparable(LuaValue a, LuaValue b) {
        String first = a.typename();
        String second = b.typename();
        return ScriptError.operator(
                first.equals(second)
                        ? "attempt to compare two " + first + " values"
                        : "attempt to compare " + first + " with " + second);
    }

    /** Concatenates the values from this place to that, both included. */
    static LuaValue concatenate(Run run, LuaValue[] values, int from, int to) {
        LuaValue right = values[to];
        int at = to - 1;
        while (at >= from) {
            int first = at;
            LuaString last = run.string(right);
            if (last == null || !isText(values[at])) {
                right = concatenate(run, values[at], right);
                at--;
                continue;
            }
            while (first > from && isText(values[first - 1])) {
                first--;
            }
            right = join(run, values, first, at, last);
            at = first - 1;
        }
        return right;
    }

    private static boolean isText(LuaValue value) {
        return value instanceof LuaString || value instanceof LuaNumber;
    }

    private static LuaString join(Run run, LuaValue[] values, int from, int to, LuaString last) {
        LuaString[] parts = new LuaString[to - from + 1];
        long length = last.m_length;
        for (int i = from; i <= to; i++) {
            LuaString part = run.string(values[i]);
            parts[i - from] = part == null ? last : part;
            length += parts[i - from].m_length;
        }
        run.allocateString(length);
        byte[] all = new byte[(int) length];
        int at = 0;
        for (LuaString part : parts) {
            System.arraycopy(part.m_bytes, part.m_offset, all, at, part.m_length);
            at += part.m_length;
        }
        System.arraycopy(last.m_bytes, last.m_offset, all, at, last.m_length);
        return Values.string(all);
    }

    private static LuaValue concatenate(Run run, LuaValue a, LuaValue b) {
        LuaValue handler = metamethod(a, LuaValue.CONCAT);
        if (handler.isnil()) {
            handler = metamethod(b, LuaValue.CONCAT);
        }
        if (handler.isnil()) {
            throw ScriptError.operand("concatenate", isText(a) ? b : a);
        }
        return run.call(handler, LuaValue.varargsOf(a, b)).arg1();
    }
}
