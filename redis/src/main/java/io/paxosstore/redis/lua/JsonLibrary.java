package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaUserdata;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** The functions of {@code cjson}. */
public final class JsonLibrary {
    /** Stands for JSON's null. */
    public static final LuaValue NULL = new LuaUserdata(JsonLibrary.class);

    private JsonLibrary() {}

    /** Those whose settings are the run's. */
    static LuaTable table() {
        Builtin.Library library = new Builtin.Library();
        fields(Run::json).forEach(library::add);
        return library.table();
    }

    /** Those with settings of their own, in a table of the script's own. */
    private static LuaTable another(Run run) {
        JsonSettings settings = new JsonSettings();
        LuaTable table = run.newTable();
        fields(_ -> settings)
                .forEach((name, value) -> Operators.rawSet(run, table, Values.string(name), value));
        return table;
    }

    private static Map<String, LuaValue> fields(Function<Run, JsonSettings> settings) {
        Map<String, LuaValue> fields = new HashMap<>();
        add(fields, "encode", (run, in) -> encode(run, settings.apply(run), in));
        add(fields, "decode", (run, in) -> decode(run, settings.apply(run), in));
        add(fields, "new", (run, in) -> another(run));
        add(fields, "encode_sparse_array", (run, in) -> settings.apply(run).sparse(in));
        add(fields, "encode_max_depth", (run, in) -> settings.apply(run).encodeDepth(in));
        add(fields, "decode_max_depth", (run, in) -> settings.apply(run).decodeDepth(in));
        add(fields, "encode_number_precision", (run, in) -> settings.apply(run).precision(in));
        add(fields, "encode_keep_buffer", (run, in) -> settings.apply(run).keepsBuffer(in));
        add(fields, "encode_invalid_numbers", (run, in) -> settings.apply(run).encodeInvalid(in));
        add(fields, "decode_invalid_numbers", (run, in) -> settings.apply(run).decodesInvalid(in));
        fields.put("null", NULL);
        fields.put("_NAME", Values.string("cjson"));
        fields.put("_VERSION", Values.string("2.1.0"));
        return fields;
    }

    private static void add(Map<String, LuaValue> fields, String name, Builtin.Body body) {
        fields.put(name, new Builtin(name, body));
    }

    private static Varargs decode(Run run, JsonSettings settings, Args in) {
        if (in.count() != 1) {
            throw in.bad(1, "expected 1 argument");
        }
        return new JsonReader(run, settings, in.string(1)).read();
    }

    private static Varargs encode(Run run, JsonSettings settings, Args in) {
        if (in.count() != 1) {
            throw in.bad(1, "expected 1 argument");
        }
        return new JsonWriter(run, settings).write(in.value(1));
    }
}
