package io.paxosstore.redis.script;

import io.paxosstore.redis.lua.Run;
import io.paxosstore.redis.lua.ScriptError;
import io.paxosstore.redis.lua.Values;
import io.paxosstore.redis.resp.Reals;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.redis.resp.TextBytes;

import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

import java.util.ArrayList;
import java.util.List;

/** Replies as values of scripts, and the other way round. */
final class LuaReplies {
    private static final int DEPTH_MAX = 200;

    /** Most bytes of the reply of a script. */
    private static final long BYTES_MAX = 16L << 20;

    private static final int ELEMENT_BYTES = 16;

    private final Run run;
    private final ScriptCalls calls;
    private long bytes;

    LuaReplies(Run run, ScriptCalls calls) {
        this.run = run;
        this.calls = calls;
    }

    /**
     * A reply as a script sees it.
     *
     * @param version of the protocol that the script has chosen
     */
    static LuaValue value(Run run, Reply reply, int version) {
        boolean isThird = version >= 3;
        return switch (reply) {
            case Reply.Status status -> field(run, "ok", string(run, status.word()));
            case Reply.Error error -> field(run, "err", string(run, error.text()));
            case Reply.Number number -> LuaValue.valueOf((double) number.number());
            case Reply.Bulk bulk -> string(run, bulk.bytes());
            case Reply.Null _, Reply.NullArray _ -> isThird ? LuaValue.NIL : LuaValue.FALSE;
            case Reply.Array array -> elements(run, array.elements(), version);
            case Reply.Push push -> elements(run, push.elements(), version);
            case Reply.Members members ->
                    isThird
                            ? set(run, members.elements())
                            : elements(run, members.elements(), version);
            case Reply.Pairs pairs ->
                    isThird ? map(run, pairs.elements()) : elements(run, pairs.elements(), version);
            case Reply.Couples couples ->
                    isThird
                            ? couples(run, couples.elements(), version)
                            : elements(run, couples.elements(), version);
            case Reply.Keyed keyed ->
                    isThird ? map(run, keyed.elements()) : couples(run, keyed.elements(), version);
            case Reply.Real real ->
                    isThird
                            ? field(run, "double", LuaValue.valueOf(real.number()))
                            : string(run, Reals.text(real.number()));
            case Reply.Decimal decimal ->
                    isThird
                            ? field(
                                    run,
                                    "double",
                                    LuaValue.valueOf(Double.parseDouble(decimal.digits())))
                            : string(run, decimal.digits());
            case Reply.Bool bool ->
                    isThird ? LuaValue.valueOf(bool.flag()) : LuaValue.valueOf(bool.flag() ? 1 : 0);
            case Reply.BigNumber number ->
                    isThird
                            ? field(run, "big_number", string(run, number.digits()))
                            : string(run, number.digits());
            case Reply.Text text -> isThird ? verbatim(run, text) : string(run, text.text());
        };
    }

    private static LuaString string(Run run, String text) {
        return string(run, TextBytes.bytes(text));
    }

    private static LuaString string(Run run, byte[] bytes) {
        run.allocateString(bytes.length);
        return Values.string(bytes);
    }

    private static LuaTable field(Run run, String name, LuaValue value) {
        LuaTable table = run.newTable();
        table.rawset(Values.string(name), value);
        return table;
    }

    private static LuaTable verbatim(Run run, Reply.Text text) {
        LuaTable parts = field(run, "string", string(run, text.text()));
        parts.rawset(Values.string("format"), string(run, text.format()));
        return field(run, "verbatim_string", parts);
    }

    private static LuaTable elements(Run run, List<Reply> elements, int version) {
        LuaTable table = run.newTable();
        run.allocate((long) elements.size() * ELEMENT_BYTES);
        for (int i = 0; i < elements.size(); i++) {
            table.rawset(i + 1, value(run, elements.get(i), version));
        }
        return table;
    }

    private static LuaTable set(Run run, List<Reply> elements) {
        LuaTable members = run.newTable();
        run.allocate((long) elements.size() * ELEMENT_BYTES * 2);
        for (Reply element : elements) {
            members.rawset(value(run, element, 3), LuaValue.TRUE);
        }
        return field(run, "set", members);
    }

    private static LuaTable map(Run run, List<Reply> elements) {
        LuaTable entries = run.newTable();
        run.allocate((long) elements.size() * ELEMENT_BYTES);
        for (int i = 0; i < elements.size(); i += 2) {
            entries.rawset(value(run, elements.get(i), 3), value(run, elements.get(i + 1), 3));
        }
        return field(run, "map", entries);
    }

    private static LuaTable couples(Run run, List<Reply> elements, int version) {
        LuaTable table = run.newTable();
        for (int i = 0; i < elements.size(); i += 2) {
            table.rawset(i / 2 + 1, elements(run, elements.subList(i, i + 2), version));
        }
        return table;
    }

    /**
     * What a script returned as the reply.
     *
     * @throws ScriptError if it is too large, or too deep
     */
    Reply reply(LuaValue value) {
        return reply(value, 0);
    }

    private Reply reply(LuaValue value, int depth) {
        run.charge(1);
        count(ELEMENT_BYTES);
        if (depth > DEPTH_MAX) {
            return new Reply.Error("ERR reached lua stack limit");
        }
        return switch (value) {
            case LuaString string -> {
                count(string.m_length);
                yield new Reply.Bulk(Values.bytes(string));
            }
            case LuaNumber number -> new Reply.Number(whole(number.todouble()));
            case LuaTable table -> table(table, depth + 1);
            default -> {
                if (!value.isboolean()) {
                    yield Reply.NULL;
                }
                boolean flag = value.toboolean();
                if (calls.version() >= 3) {
                    yield new Reply.Bool(flag);
                }
                yield flag ? new Reply.Number(1) : Reply.NULL;
            }
        };
    }

    private void count(long more) {
        bytes += more;
        if (bytes > BYTES_MAX) {
            throw ScriptError.at("the script returns more than " + BYTES_MAX + " bytes");
        }
    }

    private static long whole(double number) {
        boolean fits = number >= -0x1p63 && number < 0x1p63;
        return fits ? (long) number : Long.MIN_VALUE;
    }

    private static String line(LuaString string) {
        return Script.oneLine(TextBytes.text(Values.bytes(string)));
    }

    /** Three bytes whatever a script says, as Redis makes them. */
    private static String format(LuaString said) {
        byte[] format = {' ', ' ', ' '};
        byte[] bytes = Values.bytes(said);
        for (int i = 0; i < Math.min(bytes.length, format.length) && bytes[i] != 0; i++) {
            format[i] = bytes[i];
        }
        return TextBytes.text(format);
    }

    private Reply table(LuaTable table, int depth) {
        if (Values.field(table, "err") instanceof LuaString error) {
            return new Reply.Error(line(error));
        }
        if (Values.field(table, "ok") instanceof LuaString word) {
            return new Reply.Status(line(word));
        }
        if (Values.field(table, "double") instanceof LuaNumber number) {
            return new Reply.Real(number.todouble());
        }
        if (Values.field(table, "map") instanceof LuaTable map) {
            return new Reply.Pairs(entries(map, depth, true));
        }
        if (Values.field(table, "set") instanceof LuaTable set) {
            return new Reply.Members(entries(set, depth, false));
        }
        if (Values.field(table, "big_number") instanceof LuaString digits) {
            return new Reply.BigNumber(line(digits));
        }
        if (Values.field(table, "verbatim_string") instanceof LuaTable text
                && Values.field(text, "string") instanceof LuaString string
                && Values.field(text, "format") instanceof LuaString format) {
            count(string.m_length);
            return new Reply.Text(format(format), Values.bytes(string));
        }
        List<Reply> elements = new ArrayList<>();
        for (int i = 1; true; i++) {
            LuaValue element = table.rawget(i);
            if (element.isnil()) {
                return new Reply.Array(elements);
            }
            elements.add(reply(element, depth));
        }
    }

    private List<Reply> entries(LuaTable table, int depth, boolean withValues) {
        List<Reply> elements = new ArrayList<>();
        for (Varargs next = table.next(LuaValue.NIL);
                !next.arg1().isnil();
                next = table.next(next.arg1())) {
            elements.add(reply(next.arg1(), depth));
            if (withValues) {
                elements.add(reply(next.arg(2), depth));
            }
        }
        return elements;
    }
}
