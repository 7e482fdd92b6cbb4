package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** The functions of {@code string}. */
final class StringLibrary {
    private static final int SHOWN_MAX = 256;

    private StringLibrary() {}

    static LuaTable table() {
        Builtin.Library library =
                new Builtin.Library()
                        .add("byte", (run, in) -> bytes(run, in))
                        .add("char", (run, in) -> characters(run, in))
                        .add(
                                "dump",
                                (run, in) -> {
                                    throw ScriptError.at("unable to dump given function");
                                })
                        .add("format", (run, in) -> new Formatting(run, in).format())
                        .add("len", (run, in) -> LuaValue.valueOf(in.string(1).m_length))
                        .add("lower", (run, in) -> shifted(run, in.string(1), 'A', 32))
                        .add("upper", (run, in) -> shifted(run, in.string(1), 'a', -32))
                        .add("rep", StringLibrary::repeated)
                        .add("reverse", StringLibrary::reversed)
                        .add("sub", StringLibrary::part);
        PatternFunctions.addTo(library);
        return library.table();
    }

    /** A place as functions take it, counted from the end if it is negative. */
    static long place(long given, long length) {
        if (given >= 0) {
            return given;
        }
        return -given > length ? 0 : length + given + 1;
    }

    private static Varargs part(Run run, Args in) {
        LuaString string = in.string(1);
        long from = Math.max(1, place(in.integer(2), string.m_length));
        long to = Math.min(string.m_length, place(in.integer(3, -1), string.m_length));
        if (from > to) {
            return LuaValue.EMPTYSTRING;
        }
        return copy(run, string, (int) from - 1, (int) to);
    }

    /** As much of a string as is shown in an error. */
    static LuaString shortened(LuaString string) {
        return string.m_length <= SHOWN_MAX ? string : string.substring(0, SHOWN_MAX);
    }

    /** A part of a string, as a string of its own. */
    static LuaString copy(Run run, LuaString string, int from, int to) {
        run.allocateString(to - from);
        byte[] part = new byte[to - from];
        System.arraycopy(string.m_bytes, string.m_offset + from, part, 0, part.length);
        return Values.string(part);
    }

    private static Varargs bytes(Run run, Args in) {
        LuaString string = in.string(1);
        long first = place(in.integer(2, 1), string.m_length);
        long from = Math.max(1, first);
        long to = Math.min(string.m_length, place(in.integer(3, first), string.m_length));
        if (from > to) {
            return LuaValue.NONE;
        }
        if (to - from >= TableAccess.RESULTS_MAX) {
            throw ScriptError.at("string slice too long");
        }
        LuaValue[] bytes = new LuaValue[(int) (to - from + 1)];
        run.instructions(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = LuaValue.valueOf(string.luaByte((int) from - 1 + i));
        }
        return LuaValue.varargsOf(bytes);
    }

    private static Varargs characters(Run run, Args in) {
        run.allocateString(in.count());
        byte[] bytes = new byte[in.count()];
        for (int i = 0; i < bytes.length; i++) {
            long one = in.integer(i + 1);
            if (one < 0 || one > 255) {
                throw in.bad(i + 1, "invalid value");
            }
            bytes[i] = (byte) one;
        }
        return Values.string(bytes);
    }

    /** A string whose letters are of the other case. */
    private static LuaString shifted(Run run, LuaString string, char first, int by) {
        run.allocateString(string.m_length);
        byte[] bytes = Values.bytes(string);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] >= first && bytes[i] < first + 26) {
                bytes[i] += (byte) by;
            }
        }
        return Values.string(bytes);
    }

    private static Varargs repeated(Run run, Args in) {
        LuaString string = in.string(1);
        long times = Math.max(0, in.integer(2));
        if (string.m_length == 0) {
            return string;
        }
        long length = times > Run.STRING_BYTES_MAX ? Long.MAX_VALUE / 2 : times * string.m_length;
        run.allocateString(length);
        byte[] all = new byte[(int) length];
        System.arraycopy(
                string.m_bytes, string.m_offset, all, 0, (int) Math.min(length, string.m_length));
        for (int at = string.m_length; at < all.length; at *= 2) {
            System.arraycopy(all, 0, all, at, Math.min(at, all.length - at));
        }
        return Values.string(all);
    }

    private static Varargs reversed(Run run, Args in) {
        LuaString string = in.string(1);
        run.allocateString(string.m_length);
        byte[] bytes = new byte[string.m_length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) string.luaByte(bytes.length - 1 - i);
        }
        return Values.string(bytes);
    }
}
