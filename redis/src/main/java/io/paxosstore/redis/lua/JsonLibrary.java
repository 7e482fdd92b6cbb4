package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaUserdata;
import org.luaj.vm2.LuaValue;

/** The functions of {@code cjson}, with the settings that it has at first, which cannot change. */
public final class JsonLibrary {
    /** Stands for JSON's null. */
    public static final LuaValue NULL = new LuaUserdata(JsonLibrary.class);

    /** How deep values may lie. */
    static final int DEPTH_MAX = 1000;

    private JsonLibrary() {}

    static LuaTable table() {
        return new Builtin.Library()
                .add("encode", (run, in) -> encode(run, in))
                .add(
                        "decode",
                        (run, in) -> {
                            if (in.count() != 1) {
                                throw in.bad(1, "expected 1 argument");
                            }
                            return new JsonReader(run, in.string(1)).read();
                        })
                .add("null", NULL)
                .add("_NAME", Values.string("cjson"))
                .add("_VERSION", Values.string("2.1.0"))
                .table();
    }

    private static LuaValue encode(Run run, Args in) {
        if (in.count() != 1) {
            throw in.bad(1, "expected 1 argument");
        }
        return new JsonWriter(run).write(in.value(1));
    }
}
