package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

import java.util.Locale;
import java.util.function.IntBinaryOperator;

/** The functions of {@code bit}: whole numbers of 32 bits. */
final class BitLibrary {
    private static final double RANGE = 4294967296.0;
    private static final int DIGITS = 8;

    private BitLibrary() {}

    static LuaTable table() {
        return new Builtin.Library()
                .add("tobit", (run, in) -> LuaValue.valueOf(bits(in, 1)))
                .add("bnot", (run, in) -> LuaValue.valueOf(~bits(in, 1)))
                .add("bswap", (run, in) -> LuaValue.valueOf(Integer.reverseBytes(bits(in, 1))))
                .add("band", (run, in) -> all(in, (x, y) -> x & y))
                .add("bor", (run, in) -> all(in, (x, y) -> x | y))
                .add("bxor", (run, in) -> all(in, (x, y) -> x ^ y))
                .add("lshift", (run, in) -> two(in, (x, y) -> x << y))
                .add("rshift", (run, in) -> two(in, (x, y) -> x >>> y))
                .add("arshift", (run, in) -> two(in, (x, y) -> x >> y))
                .add("rol", (run, in) -> two(in, Integer::rotateLeft))
                .add("ror", (run, in) -> two(in, Integer::rotateRight))
                .add("tohex", (run, in) -> hexadecimal(in))
                .table();
    }

    private static int bits(Args in, int index) {
        double number = Math.rint(in.number(index));
        return (int) (long) (number - Math.floor(number / RANGE) * RANGE);
    }

    private static Varargs two(Args in, IntBinaryOperator operator) {
        return LuaValue.valueOf(operator.applyAsInt(bits(in, 1), bits(in, 2) & 31));
    }

    private static Varargs all(Args in, IntBinaryOperator operator) {
        int result = bits(in, 1);
        for (int i = 2; i <= in.count(); i++) {
            result = operator.applyAsInt(result, bits(in, i));
        }
        return LuaValue.valueOf(result);
    }

    private static Varargs hexadecimal(Args in) {
        int bits = bits(in, 1);
        int wanted = in.isNil(2) ? DIGITS : bits(in, 2);
        int digits = (int) Math.min(DIGITS, Math.abs((long) wanted));
        String text = Values.hexadecimal(bits).substring(DIGITS - digits);
        return Values.string(wanted < 0 ? text.toUpperCase(Locale.ROOT) : text);
    }
}
