package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

import java.util.Arrays;

/** The functions of {@code table}. */
final class TableLibrary {
    private TableLibrary() {}

    static LuaTable table() {
        return new Builtin.Library()
                .add("concat", TableLibrary::concat)
                .add("insert", TableLibrary::insert)
                .add("remove", TableLibrary::remove)
                .add("sort", TableLibrary::sort)
                .add("getn", (run, in) -> LuaValue.valueOf(in.table(1).rawlen()))
                .add("maxn", TableLibrary::greatest)
                .add("foreach", TableLibrary::forEach)
                .add("foreachi", TableLibrary::forEachIndex)
                .add(
                        "setn",
                        (run, in) -> {
                            throw ScriptError.at("'setn' is obsolete");
                        })
                .table();
    }

    private static Varargs concat(Run run, Args in) {
        LuaTable table = in.table(1);
        LuaString between = in.isNil(2) ? LuaValue.EMPTYSTRING : in.string(2);
        long from = in.integer(3, 1);
        long to = in.integer(4, table.rawlen());
        StringOutput all = new StringOutput(run);
        for (long i = from; i <= to; i++) {
            run.instruction();
            LuaValue value = table.rawget(LuaValue.valueOf((double) i));
            LuaString string = run.string(value);
            if (string == null) {
                throw ScriptError.at(
                        "invalid value ("
                                + value.typename()
                                + ") at index "
                                + i
                                + " in table for 'concat'");
            }
            all.add(string);
            if (i < to) {
                all.add(between);
            }
        }
        return all.string();
    }

    private static Varargs insert(Run run, Args in) {
        LuaTable table = in.table(1);
        int end = table.rawlen() + 1;
        if (in.count() == 2) {
            Operators.rawSet(run, table, LuaValue.valueOf(end), in.value(2));
            return LuaValue.NONE;
        }
        if (in.count() != 3) {
            throw ScriptError.at("wrong number of arguments to 'insert'");
        }
        int at = Math.clamp(in.integer(2), Integer.MIN_VALUE, Integer.MAX_VALUE - 1);
        run.charge(Math.max(0, (long) end - at));
        for (int i = Math.max(end, at); i > at; i--) {
            Operators.rawSet(run, table, LuaValue.valueOf(i), table.rawget(i - 1));
        }
        Operators.rawSet(run, table, LuaValue.valueOf(at), in.value(3));
        return LuaValue.NONE;
    }

    private static Varargs remove(Run run, Args in) {
        LuaTable table = in.table(1);
        int end = table.rawlen();
        long wanted = in.integer(2, end);
        if (wanted < 1 || wanted > end) {
            return LuaValue.NONE;
        }
        int at = (int) wanted;
        run.charge(end - at);
        LuaValue removed = table.rawget(at);
        for (int i = at; i < end; i++) {
            Operators.rawSet(run, table, LuaValue.valueOf(i), table.rawget(i + 1));
        }
        Operators.rawSet(run, table, LuaValue.valueOf(end), LuaValue.NIL);
        return removed;
    }

    private static Varargs greatest(Run run, Args in) {
        double greatest = 0;
        LuaTable table = in.table(1);
        for (Varargs next = run.next(table, LuaValue.NIL);
                !next.arg1().isnil();
                next = run.next(table, next.arg1())) {
            if (next.arg1().type() == LuaValue.TNUMBER) {
                greatest = Math.max(greatest, next.arg1().todouble());
            }
        }
        return LuaValue.valueOf(greatest);
    }

    private static Varargs forEach(Run run, Args in) {
        LuaTable table = in.table(1);
        LuaValue function = in.function(2);
        for (Varargs next = run.next(table, LuaValue.NIL);
                !next.arg1().isnil();
                next = run.next(table, next.arg1())) {
            LuaValue result = run.call(function, next).arg1();
            if (!result.isnil()) {
                return result;
            }
        }
        return LuaValue.NONE;
    }

    private static Varargs forEachIndex(Run run, Args in) {
        LuaTable table = in.table(1);
        LuaValue function = in.function(2);
        int length = table.rawlen();
        for (int i = 1; i <= length; i++) {
            LuaValue result =
                    run.call(function, LuaValue.varargsOf(LuaValue.valueOf(i), table.rawget(i)))
                            .arg1();
            if (!result.isnil()) {
                return result;
            }
        }
        return LuaValue.NONE;
    }

    private static Varargs sort(Run run, Args in) {
        LuaTable table = in.table(1);
        LuaValue[] values = new LuaValue[table.rawlen()];
        Order order = new Order(run, in.isNil(2) ? LuaValue.NIL : in.function(2));
        run.charge(values.length);
        for (int i = 0; i < values.length; i++) {
            values[i] = table.rawget(i + 1);
        }
        order.sort(values);
        for (int i = 0; i < values.length; i++) {
            Operators.rawSet(run, table, LuaValue.valueOf(i + 1), values[i]);
        }
        return LuaValue.NONE;
    }

    /** An order that need not be one: whatever it says, the sorting ends. */
    private record Order(Run run, LuaValue function) {
        private boolean isLess(LuaValue a, LuaValue b) {
            run.instruction();
            return function.isnil()
                    ? Operators.less(run, a, b)
                    : run.call(function, LuaValue.varargsOf(a, b)).arg1().toboolean();
        }

        void sort(LuaValue[] values) {
            if (values.length < 2) {
                return;
            }
            LuaValue[] left = Arrays.copyOfRange(values, 0, values.length / 2);
            LuaValue[] right = Arrays.copyOfRange(values, left.length, values.length);
            sort(left);
            sort(right);
            int l = 0;
            int r = 0;
            for (int i = 0; i < values.length; i++) {
                boolean takesLeft =
                        r == right.length || (l < left.length && !isLess(right[r], left[l]));
                values[i] = takesLeft ? left[l++] : right[r++];
            }
        }
    }
}
