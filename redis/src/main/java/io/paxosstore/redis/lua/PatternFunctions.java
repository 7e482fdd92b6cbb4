package io.paxosstore.redis.lua;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** The functions of strings that take patterns. */
final class PatternFunctions {
    private static final String SPECIALS = "^$*+?.([%-";

    /** So many bytes are counted at once. */
    private static final int COMPARED_AT_ONCE = 1024;

    private PatternFunctions() {}

    static void addTo(Builtin.Library library) {
        library.add("find", (run, in) -> find(run, in, true))
                .add("match", (run, in) -> find(run, in, false))
                .add("gmatch", PatternFunctions::each)
                .add("gfind", PatternFunctions::each)
                .add("gsub", PatternFunctions::replace);
    }

    private static Varargs find(Run run, Args in, boolean wantsPlace) {
        LuaString string = in.string(1);
        LuaString pattern = in.string(2);
        long start = StringLibrary.place(in.integer(3, 1), string.m_length) - 1;
        int from = Math.clamp(start, 0, string.m_length);
        if (wantsPlace && (in.value(4).toboolean() || isPlain(run, pattern))) {
            int found = indexOf(run, string, pattern, from);
            return found < 0 ? LuaValue.NIL : places(found, found + pattern.m_length);
        }
        boolean isAnchored = pattern.m_length > 0 && pattern.luaByte(0) == '^';
        PatternMatch match = new PatternMatch(run, string, pattern);
        for (int s = from; s <= string.m_length; s++) {
            int end = match.match(s, isAnchored ? 1 : 0);
            if (end >= 0) {
                return wantsPlace
                        ? joined(
                                LuaValue.valueOf(s + 1),
                                LuaValue.valueOf(end),
                                captures(match, s, end, false))
                        : captures(match, s, end, true);
            }
            if (isAnchored) {
                break;
            }
        }
        return LuaValue.NIL;
    }

    private static Varargs joined(LuaValue first, LuaValue second, Varargs rest) {
        return LuaValue.varargsOf(first, LuaValue.varargsOf(second, rest));
    }

    private static Varargs places(int from, int to) {
        return LuaValue.varargsOf(LuaValue.valueOf(from + 1), LuaValue.valueOf(to));
    }

    private static boolean isPlain(Run run, LuaString pattern) {
        run.chargeEachByte(pattern.m_length);
        for (int i = 0; i < pattern.m_length; i++) {
            if (SPECIALS.indexOf(pattern.luaByte(i)) >= 0) {
                return false;
            }
        }
        return true;
    }

    private static int indexOf(Run run, LuaString string, LuaString part, int from) {
        long compared = 0;
        for (int s = from; s + part.m_length <= string.m_length; s++) {
            int same = 0;
            while (same < part.m_length && string.luaByte(s + same) == part.luaByte(same)) {
                same++;
            }
            if (same == part.m_length) {
                return s;
            }
            compared += same + 1L;
            if (compared >= COMPARED_AT_ONCE) {
                run.chargeEachByte(compared);
                compared = 0;
            }
        }
        run.chargeEachByte(compared);
        return -1;
    }

    private static Varargs captures(PatternMatch match, int from, int to, boolean orWhole) {
        int count = match.captures() == 0 && orWhole ? 1 : match.captures();
        LuaValue[] captures = new LuaValue[count];
        for (int i = 0; i < count; i++) {
            captures[i] = match.capture(i, from, to);
        }
        return LuaValue.varargsOf(captures);
    }

    private static Varargs each(Run run, Args in) {
        LuaString string = in.string(1);
        PatternMatch match = new PatternMatch(run, string, in.string(2));
        int[] next = {0};
        return new Builtin(
                "gmatch",
                (_, _) -> {
                    for (int s = next[0]; s <= string.m_length; s++) {
                        int end = match.match(s, 0);
                        if (end >= 0) {
                            next[0] = end == s ? end + 1 : end;
                            return captures(match, s, end, true);
                        }
                    }
                    next[0] = string.m_length + 1;
                    return LuaValue.NIL;
                });
    }

    private static Varargs replace(Run run, Args in) {
        LuaString string = in.string(1);
        LuaString pattern = in.string(2);
        LuaValue by = in.value(3);
        if (run.string(by) == null && !by.isfunction() && !by.istable()) {
            throw in.bad(3, "string/function/table expected");
        }
        long most = in.integer(4, string.m_length + 1L);
        boolean isAnchored = pattern.m_length > 0 && pattern.luaByte(0) == '^';
        PatternMatch match = new PatternMatch(run, string, pattern);
        StringOutput all = new StringOutput(run);
        int s = 0;
        int times = 0;
        while (times < most) {
            int end = match.match(s, isAnchored ? 1 : 0);
            if (end >= 0) {
                times++;
                all.add(replacement(run, match, by, string, s, end));
            }
            if (end > s) {
                s = end;
            } else if (s < string.m_length) {
                all.add(string.luaByte(s));
                s++;
            } else {
                break;
            }
            if (isAnchored) {
                break;
            }
        }
        all.add(string, s, string.m_length);
        return LuaValue.varargsOf(all.string(), LuaValue.valueOf(times));
    }

    private static LuaString replacement(
            Run run, PatternMatch match, LuaValue by, LuaString string, int from, int to) {
        LuaValue value;
        if (by.isfunction()) {
            value = run.call(by, captures(match, from, to, true)).arg1();
        } else if (by instanceof LuaTable) {
            value = Operators.index(run, by, match.capture(0, from, to));
        } else {
            return expanded(run, match, run.string(by), from, to);
        }
        if (!value.toboolean()) {
            return StringLibrary.copy(run, string, from, to);
        }
        LuaString text = run.string(value);
        if (text == null) {
            throw ScriptError.at("invalid replacement value (a " + value.typename() + ")");
        }
        return text;
    }

    private static LuaString expanded(
            Run run, PatternMatch match, @Nullable LuaString template, int from, int to) {
        StringOutput all = new StringOutput(run);
        LuaString by = template == null ? LuaValue.EMPTYSTRING : template;
        int i = -1;
        while (++i < by.m_length) {
            run.instruction();
            int one = by.luaByte(i);
            if (one != '%') {
                all.add(one);
                continue;
            }
            i++;
            int next = i < by.m_length ? by.luaByte(i) : 0;
            if (next < '0' || next > '9') {
                all.add(next);
                continue;
            }
            LuaValue capture =
                    next == '0' ? match.whole(from, to) : match.capture(next - '1', from, to);
            LuaString text = run.string(capture);
            all.add(text == null ? LuaValue.EMPTYSTRING : text);
        }
        return all.string();
    }
}
