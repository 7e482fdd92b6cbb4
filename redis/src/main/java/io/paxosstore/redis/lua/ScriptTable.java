package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaTable;

/** A table of a script, of which it is known how much is gone through to find its fields. */
public final class ScriptTable extends LuaTable {
    /** An empty table. */
    public ScriptTable() {
        super();
    }

    /** An empty table with room for so many elements. */
    public ScriptTable(int elements) {
        super(elements, 0);
    }

    /** How many fields it has room for: those that it has, and that it had when it was largest. */
    long room() {
        return (long) getArrayLength() + getHashLength();
    }
}
