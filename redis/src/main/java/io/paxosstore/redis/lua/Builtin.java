package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaFunction;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.Varargs;

/** A function of a library. Immutable, and the same for all scripts. */
public final class Builtin extends LuaFunction {
    private final String name;
    private final Body body;

    /** What it does. Thread-safe. */
    @FunctionalInterface
    public interface Body {
        /**
         * Calls it.
         *
         * @throws ScriptError if it fails
         */
        Varargs call(Run run, Args args);
    }

    /** A function of this name, by which errors call it. */
    public Builtin(String name, Body body) {
        this.name = name;
        this.body = body;
    }

    Varargs call(Run run, Varargs args) {
        return body.call(run, new Args(run, name, args));
    }

    @Override
    public String name() {
        return name;
    }

    /** Makes the table of a library. Not thread-safe. */
    public static final class Library {
        private final ReadOnlyTable table = new ReadOnlyTable();

        /** Adds a function. */
        public Library add(String name, Body body) {
            table.put(name, new Builtin(name, body));
            return this;
        }

        /** Adds a value that is not to change. */
        public Library add(String name, org.luaj.vm2.LuaValue value) {
            table.put(name, value);
            return this;
        }

        /** The table with all of them. */
        public LuaTable table() {
            return table;
        }
    }
}
