package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** The functions of {@code math}. */
final class MathLibrary {
    private final Builtin.Library library = new Builtin.Library();

    private MathLibrary() {}

    static LuaTable table() {
        return new MathLibrary()
                .one("abs", Math::abs)
                .one("acos", Math::acos)
                .one("asin", Math::asin)
                .one("atan", Math::atan)
                .one("ceil", Math::ceil)
                .one("cos", Math::cos)
                .one("cosh", Math::cosh)
                .one("deg", x -> x / (Math.PI / 180))
                .one("exp", Math::exp)
                .one("floor", Math::floor)
                .one("log", Math::log)
                .one("log10", Math::log10)
                .one("rad", x -> x * (Math.PI / 180))
                .one("sin", Math::sin)
                .one("sinh", Math::sinh)
                .one("sqrt", Math::sqrt)
                .one("tan", Math::tan)
                .one("tanh", Math::tanh)
                .two("atan2", Math::atan2)
                .two("fmod", (x, y) -> x % y)
                .two("mod", (x, y) -> x % y)
                .two("pow", Math::pow)
                .two("ldexp", (x, y) -> x * Math.pow(2, (int) y))
                .library
                .add("max", (run, in) -> extreme(in, Math::max))
                .add("min", (run, in) -> extreme(in, Math::min))
                .add("modf", (run, in) -> parts(in.number(1)))
                .add("frexp", (run, in) -> binary(in.number(1)))
                .add("random", MathLibrary::random)
                .add(
                        "randomseed",
                        (run, in) -> {
                            run.random().seed((int) in.integer(1));
                            return LuaValue.NONE;
                        })
                .add("pi", LuaValue.valueOf(Math.PI))
                .add("huge", LuaValue.valueOf(Double.POSITIVE_INFINITY))
                .table();
    }

    private MathLibrary one(String name, DoubleUnaryOperator function) {
        library.add(name, (run, in) -> LuaValue.valueOf(function.applyAsDouble(in.number(1))));
        return this;
    }

    private MathLibrary two(String name, DoubleBinaryOperator function) {
        library.add(
                name,
                (run, in) -> LuaValue.valueOf(function.applyAsDouble(in.number(1), in.number(2))));
        return this;
    }

    private static Varargs extreme(Args in, DoubleBinaryOperator function) {
        double found = in.number(1);
        for (int i = 2; i <= in.count(); i++) {
            found = function.applyAsDouble(found, in.number(i));
        }
        return LuaValue.valueOf(found);
    }

    private static Varargs parts(double number) {
        double whole = number < 0 ? Math.ceil(number) : Math.floor(number);
        double fraction = Double.isInfinite(number) ? 0 : number - whole;
        return LuaValue.varargsOf(LuaValue.valueOf(whole), LuaValue.valueOf(fraction));
    }

    private static Varargs binary(double number) {
        if (number == 0 || Double.isNaN(number) || Double.isInfinite(number)) {
            return LuaValue.varargsOf(LuaValue.valueOf(number), LuaValue.ZERO);
        }
        int exponent = Math.getExponent(number) + 1;
        return LuaValue.varargsOf(
                LuaValue.valueOf(number / Math.pow(2, exponent)), LuaValue.valueOf(exponent));
    }

    private static Varargs random(Run run, Args in) {
        double random = run.random().next();
        if (in.count() == 0) {
            return LuaValue.valueOf(random);
        }
        if (in.count() > 2) {
            throw ScriptError.at("wrong number of arguments");
        }
        long low = in.count() == 1 ? 1 : (int) in.integer(1);
        long high = (int) in.integer(in.count());
        if (low > high) {
            throw in.bad(in.count(), "interval is empty");
        }
        return LuaValue.valueOf(Math.floor(random * (high - low + 1)) + low);
    }
}
