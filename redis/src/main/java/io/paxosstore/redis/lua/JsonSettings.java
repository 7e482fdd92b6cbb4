package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

import java.util.List;

/**
 * The settings of {@code cjson}, or of what {@code cjson.new} has made: a function for each, which
 * returns what is set, and sets it if it is given something. They last as long as the script runs.
 * Not thread-safe.
 */
final class JsonSettings {
    /** How deep values may lie, whatever is set. */
    private static final int DEPTH_MAX = 1000;

    private static final List<String> SWITCH = List.of("off", "on");
    private static final List<String> INVALID = List.of("off", "on", "null");

    private boolean sparseAsObject;
    private int sparseRatio = 2;
    private int sparseSafe = 10;
    private int encodeDepth = DEPTH_MAX;
    private int decodeDepth = DEPTH_MAX;
    private int precision = Numbers.DIGITS;
    private boolean keepsBuffer = true;
    private String encodeInvalid = "off";
    private boolean decodesInvalid = true;

    /** Whether an array with too few values is written as an object; else it is an error. */
    boolean sparseAsObject() {
        return sparseAsObject;
    }

    /** Whether an array has too few values for its length. */
    boolean isSparse(double length, int values) {
        return sparseRatio > 0 && length > (double) values * sparseRatio && length > sparseSafe;
    }

    /** How deep values may lie that are written. */
    int encodeDepth() {
        return Math.min(DEPTH_MAX, encodeDepth);
    }

    /** How deep values may lie that are read. */
    int decodeDepth() {
        return Math.min(DEPTH_MAX, decodeDepth);
    }

    /** How many digits are written of a number. */
    int precision() {
        return precision;
    }

    /** How what is infinite or no number is written: {@code on}, {@code null}, or not. */
    String encodeInvalid() {
        return encodeInvalid;
    }

    /** Whether numbers are read that JSON does not have. */
    boolean decodesInvalid() {
        return decodesInvalid;
    }

    Varargs sparse(Args in) {
        checkCount(in, 3);
        sparseAsObject = flag(in, sparseAsObject);
        sparseRatio = number(in, 2, sparseRatio, 0, Integer.MAX_VALUE);
        sparseSafe = number(in, 3, sparseSafe, 0, Integer.MAX_VALUE);
        return LuaValue.varargsOf(
                LuaValue.valueOf(sparseAsObject),
                LuaValue.valueOf(sparseRatio),
                LuaValue.valueOf(sparseSafe));
    }

    Varargs encodeDepth(Args in) {
        checkCount(in, 1);
        encodeDepth = number(in, 1, encodeDepth, 1, Integer.MAX_VALUE);
        return LuaValue.valueOf(encodeDepth);
    }

    Varargs decodeDepth(Args in) {
        checkCount(in, 1);
        decodeDepth = number(in, 1, decodeDepth, 1, Integer.MAX_VALUE);
        return LuaValue.valueOf(decodeDepth);
    }

    Varargs precision(Args in) {
        checkCount(in, 1);
        precision = number(in, 1, precision, 1, Numbers.DIGITS);
        return LuaValue.valueOf(precision);
    }

    Varargs keepsBuffer(Args in) {
        checkCount(in, 1);
        keepsBuffer = flag(in, keepsBuffer);
        return LuaValue.valueOf(keepsBuffer);
    }

    Varargs encodeInvalid(Args in) {
        checkCount(in, 1);
        encodeInvalid = option(in, INVALID, encodeInvalid);
        return encodeInvalid.equals("null")
                ? Values.string(encodeInvalid)
                : LuaValue.valueOf(encodeInvalid.equals("on"));
    }

    Varargs decodesInvalid(Args in) {
        checkCount(in, 1);
        decodesInvalid = flag(in, decodesInvalid);
        return LuaValue.valueOf(decodesInvalid);
    }

    private static void checkCount(Args in, int most) {
        if (in.count() > most) {
            throw in.bad(most + 1, "found too many arguments");
        }
    }

    private static int number(Args in, int index, int before, int least, int most) {
        long number = in.integer(index, before);
        if (number < least || number > most) {
            throw in.bad(1, "expected integer between " + least + " and " + most);
        }
        return (int) number;
    }

    private static boolean flag(Args in, boolean before) {
        return option(in, SWITCH, before ? "on" : "off").equals("on");
    }

    private static String option(Args in, List<String> options, String before) {
        if (in.isNil(1)) {
            return before;
        }
        if (in.value(1).isboolean()) {
            return in.value(1).toboolean() ? "on" : "off";
        }
        LuaString word = in.string(1);
        for (String option : options) {
            if (word.raweq(Values.string(option))) {
                return option;
            }
        }
        String shown = Values.text(StringLibrary.shortened(word));
        throw in.bad(1, "invalid option '" + shown + "'");
    }
}
