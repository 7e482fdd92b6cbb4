package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** The arguments of a function of a library; their numbers begin with 1. */
public final class Args {
    private final Run run;
    private final String function;
    private final Varargs values;

    Args(Run run, String function, Varargs values) {
        this.run = run;
        this.function = function;
        this.values = values;
    }

    /** How many there are. */
    public int count() {
        return values.narg();
    }

    /** An argument; nil if there are not so many. */
    public LuaValue value(int index) {
        return values.arg(index);
    }

    /** Whether there are not so many, or it is nil. */
    public boolean isNil(int index) {
        return value(index).isnil();
    }

    /**
     * An argument that there must be.
     *
     * @throws ScriptError if there are not so many
     */
    public LuaValue any(int index) {
        if (index > count()) {
            throw bad(index, "value expected");
        }
        return value(index);
    }

    /**
     * A string, or a number as one.
     *
     * @throws ScriptError if it is neither
     */
    public LuaString string(int index) {
        LuaString string = run.string(value(index));
        if (string == null) {
            throw wrongType(index, "string");
        }
        return string;
    }

    /**
     * A number, or a string that is one.
     *
     * @throws ScriptError if it is neither
     */
    public double number(int index) {
        LuaNumber number = run.number(value(index));
        if (number == null) {
            throw wrongType(index, "number");
        }
        return number.todouble();
    }

    /**
     * The whole part of a number.
     *
     * @throws ScriptError if it is none
     */
    public long integer(int index) {
        return (long) number(index);
    }

    /**
     * The whole part of a number, or this if the argument is nil.
     *
     * @throws ScriptError if it is neither
     */
    public long integer(int index, long otherwise) {
        return isNil(index) ? otherwise : integer(index);
    }

    /**
     * A table.
     *
     * @throws ScriptError if it is none
     */
    public LuaTable table(int index) {
        if (value(index) instanceof LuaTable table) {
            return table;
        }
        throw wrongType(index, "table");
    }

    /**
     * A function.
     *
     * @throws ScriptError if it is none
     */
    public LuaValue function(int index) {
        if (value(index).isfunction()) {
            return value(index);
        }
        throw wrongType(index, "function");
    }

    /** Those from this one on. */
    public Varargs from(int index) {
        LuaValue[] rest = new LuaValue[Math.max(0, count() - index + 1)];
        run.instructions(rest.length);
        for (int i = 0; i < rest.length; i++) {
            rest[i] = value(index + i);
        }
        return LuaValue.varargsOf(rest);
    }

    /** The type of an argument as errors name it. */
    public String typeName(int index) {
        return index > count() ? "no value" : value(index).typename();
    }

    private ScriptError wrongType(int index, String expected) {
        return bad(index, expected + " expected, got " + typeName(index));
    }

    /** An error about an argument. */
    public ScriptError bad(int index, String why) {
        return ScriptError.argument(index, function, why);
    }
}
