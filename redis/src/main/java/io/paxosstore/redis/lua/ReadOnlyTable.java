package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/** A table that scripts do not change. Scripts of several threads may read it at once. */
final class ReadOnlyTable extends LuaTable {
    /** Room for the global variables. */
    private static final int FIELDS = 64;

    private final boolean isGlobal;

    ReadOnlyTable() {
        this(false);
    }

    /**
     * @param isGlobal whether its fields are the script's global variables, of which none is read
     *     that there is not
     */
    ReadOnlyTable(boolean isGlobal) {
        super(0, isGlobal ? FIELDS : 0);
        this.isGlobal = isGlobal;
    }

    boolean isGlobal() {
        return isGlobal;
    }

    /** Sets a field, before scripts get to see the table. */
    void put(String name, LuaValue value) {
        put(Values.string(name), value);
    }

    /** Sets a field, before scripts get to see the table. */
    void put(LuaString name, LuaValue value) {
        super.rawset(name, value);
    }

    /** The error of whoever tries to change it. */
    static ScriptError error() {
        return ScriptError.operator("Attempt to modify a readonly table");
    }
}
