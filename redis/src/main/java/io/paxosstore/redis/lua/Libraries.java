package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

import java.util.HashMap;
import java.util.Map;

/** The global variables of all scripts. */
final class Libraries {
    /** The functions of strings, which are also their methods. */
    static final LuaTable STRING = StringLibrary.table();

    /** By their names. */
    static final Map<LuaString, LuaValue> GLOBALS = globals();

    private Libraries() {}

    private static Map<LuaString, LuaValue> globals() {
        Map<String, LuaValue> globals = new HashMap<>();
        BaseLibrary.addTo(globals);
        TableAccess.addTo(globals);
        globals.put("string", STRING);
        globals.put("table", TableLibrary.table());
        globals.put("math", MathLibrary.table());
        globals.put("bit", BitLibrary.table());
        globals.put("struct", StructLibrary.table());
        globals.put("cjson", JsonLibrary.table());
        globals.put("cmsgpack", MessagePackLibrary.table());
        Map<LuaString, LuaValue> byNames = new HashMap<>();
        globals.forEach((name, value) -> byNames.put(Values.string(name), value));
        return Map.copyOf(byNames);
    }
}
