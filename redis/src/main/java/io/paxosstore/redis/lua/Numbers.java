package io.paxosstore.redis.lua;

import io.paxosstore.redis.resp.FloatText;
import io.paxosstore.redis.resp.Reals;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaInteger;
import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaValue;

/** Numbers as text, as C reads and writes them. */
public final class Numbers {
    /** {@code tostring} writes so many. */
    static final int DIGITS = 14;

    private static final double PLAIN_MAX = 1e14;

    /** So many digits more take a step. */
    private static final long DIGITS_PER_STEP = 2;

    /** Of those behind them only whether they are 0 is looked at. */
    private static final int DIGITS_THAT_COUNT = 800;

    private static final long BYTES_PER_STEP = 16;

    /** So many powers of 2 more take a step. */
    private static final long BITS_PER_STEP = 8;

    private Numbers() {}

    /** A number as {@code tostring} writes it: {@code %.14g}. */
    public static String text(LuaNumber number) {
        return number instanceof LuaInteger whole
                ? Integer.toString(whole.v)
                : text(number.todouble());
    }

    /** The same. */
    public static String text(double number) {
        return text(number, DIGITS);
    }

    /** A number of at most so many digits, {@code %.<digits>g}. */
    static String text(double number, int digits) {
        boolean isPlain =
                digits == DIGITS
                        && number == Math.rint(number)
                        && Math.abs(number) < PLAIN_MAX
                        && number != 0;
        return isPlain ? Long.toString((long) number) : Reals.general(number, digits, false);
    }

    /** About how many steps of a meter {@link #text} takes: the more, the longer all digits are. */
    static long stepsOfText(double number) {
        return 1 + Math.abs(Math.getExponent(number)) / BITS_PER_STEP;
    }

    /** About how many steps of a meter it takes to read a number of so many bytes. */
    static long stepsOfReading(int length) {
        return Math.min(length, DIGITS_THAT_COUNT) / DIGITS_PER_STEP + length / BYTES_PER_STEP;
    }

    /**
     * Reads a number with white space around it, which a byte 0 ends as in C; null if the text is
     * none.
     */
    public static @Nullable LuaNumber parse(String text) {
        FloatText number = FloatText.at(text, FloatText.behindSpaces(text, 0));
        return number == null || !endsAt(text, number.end()) ? null : of(number);
    }

    private static boolean endsAt(String text, int at) {
        int end = FloatText.behindSpaces(text, at);
        return end == text.length() || text.charAt(end) == 0;
    }

    /** A number that was read. */
    static LuaNumber of(FloatText number) {
        return LuaValue.valueOf(number.value());
    }

    /**
     * Reads a whole number of another base, as C's {@code strtoul} does: of 64 bits without a sign,
     * which a minus takes from 2 to the power of 64; null if the text is none.
     */
    static @Nullable LuaNumber parse(String text, int base) {
        int at = FloatText.behindSpaces(text, 0);
        boolean isNegative = text.startsWith("-", at);
        at += isNegative || text.startsWith("+", at) ? 1 : 0;
        boolean hasPrefix = base == 16 && text.regionMatches(true, at, "0x", 0, 2);
        at += hasPrefix && digit(text, at + 2, base) >= 0 ? 2 : 0;
        int first = at;
        long bits = 0;
        boolean isTooLarge = false;
        for (; digit(text, at, base) >= 0; at++) {
            isTooLarge |= Long.compareUnsigned(bits, Long.divideUnsigned(-1, base)) > 0;
            bits *= base;
            int digit = digit(text, at, base);
            isTooLarge |= Long.compareUnsigned(bits, -1L - digit) > 0;
            bits += digit;
        }
        if (at == first || !endsAt(text, at)) {
            return null;
        }
        return unsigned(isTooLarge ? -1 : isNegative ? -bits : bits);
    }

    /** Its value in a base; -1 if there is none. */
    private static int digit(String text, int at, int base) {
        boolean isThere = at < text.length() && text.charAt(at) < 128;
        return isThere ? Character.digit(text.charAt(at), base) : -1;
    }

    /** A number of 64 bits without a sign. */
    static LuaNumber unsigned(long bits) {
        double half = bits >>> 1;
        return LuaValue.valueOf(bits < 0 ? half * 2 + (bits & 1) : (double) bits);
    }
}
