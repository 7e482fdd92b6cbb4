package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

import java.util.ArrayList;
import java.util.List;

/** The functions of {@code cmsgpack}. */
final class MessagePackLibrary {
    private MessagePackLibrary() {}

    static LuaTable table() {
        return new Builtin.Library()
                .add("pack", (run, in) -> new MessagePackWriter(run).write(in))
                .add("unpack", (run, in) -> unpack(run, in, Integer.MAX_VALUE, 0, false))
                .add("unpack_one", (run, in) -> unpack(run, in, 1, in.integer(2, 0), true))
                .add(
                        "unpack_limit",
                        (run, in) -> unpack(run, in, in.integer(2), in.integer(3, 0), true))
                .add("_NAME", Values.string("cmsgpack"))
                .add("_VERSION", Values.string("lua-cmsgpack 0.4.0"))
                .table();
    }

    private static Varargs unpack(Run run, Args in, long most, long offset, boolean saysWhere) {
        if (offset < 0 || most < 0) {
            throw ScriptError.at(
                    "Invalid request to unpack with offset of "
                            + offset
                            + " and limit of "
                            + in.string(1).m_length
                            + ".");
        }
        if (offset > in.string(1).m_length) {
            throw ScriptError.at(
                    "Start offset "
                            + offset
                            + " greater than input length "
                            + in.string(1).m_length
                            + ".");
        }
        MessagePackReader reader = new MessagePackReader(run, in.string(1), (int) offset);
        List<LuaValue> values = new ArrayList<>();
        while (!reader.isAtEnd() && values.size() < most) {
            if (values.size() >= TableAccess.RESULTS_MAX) {
                throw ScriptError.at(
                        "too many return values at once; use unpack_one or"
                                + " unpack_limit instead.");
            }
            values.add(reader.read());
        }
        if (saysWhere) {
            values.addFirst(LuaValue.valueOf(reader.isAtEnd() ? -1 : reader.position()));
        }
        return LuaValue.varargsOf(values.toArray(LuaValue[]::new));
    }
}
