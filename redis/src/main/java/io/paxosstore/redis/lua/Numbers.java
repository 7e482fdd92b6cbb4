package io.paxosstore.redis.lua;

import io.paxosstore.redis.resp.Reals;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaInteger;
import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaValue;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers as text, as C reads and writes them. */
public final class Numbers {
    /** {@code tostring} writes so many. */
    private static final int DIGITS = 14;

    private static final double PLAIN_MAX = 1e14;
    private static final int TEXT_MAX = 400;

    private static final Pattern DECIMAL =
            Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
    private static final Pattern HEXADECIMAL = Pattern.compile("([+-]?)0[xX]([0-9a-fA-F]+)");

    private Numbers() {}

    /** A number as {@code tostring} writes it: {@code %.14g}. */
    public static String text(LuaNumber number) {
        return number instanceof LuaInteger whole
                ? Integer.toString(whole.v)
                : text(number.todouble());
    }

    /** The same. */
    public static String text(double number) {
        if (number == Math.rint(number) && Math.abs(number) < PLAIN_MAX && number != 0) {
            return Long.toString((long) number);
        }
        return Reals.general(number, DIGITS, false);
    }

    /** Reads a number with white space around it; null if the text is none. */
    public static @Nullable LuaNumber parse(String text) {
        String word = trim(text);
        if (word.isEmpty() || word.length() > TEXT_MAX) {
            return null;
        }
        if (DECIMAL.matcher(word).matches()) {
            return number(Double.parseDouble(word));
        }
        Matcher hexadecimal = HEXADECIMAL.matcher(word);
        if (hexadecimal.matches()) {
            double magnitude = digits(hexadecimal.group(2), 16);
            return number("-".equals(hexadecimal.group(1)) ? -magnitude : magnitude);
        }
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "inf", "+inf", "infinity", "+infinity" -> number(Double.POSITIVE_INFINITY);
            case "-inf", "-infinity" -> number(Double.NEGATIVE_INFINITY);
            case "nan", "+nan", "-nan" -> number(Double.NaN);
            default -> null;
        };
    }

    /** Reads a whole number of another base; null if the text is none. */
    static @Nullable LuaNumber parse(String text, int base) {
        String word = trim(text);
        boolean isNegative = word.startsWith("-");
        String magnitude = isNegative || word.startsWith("+") ? word.substring(1) : word;
        if (base == 16 && magnitude.regionMatches(true, 0, "0x", 0, 2)) {
            magnitude = magnitude.substring(2);
        }
        if (magnitude.isEmpty() || magnitude.length() > TEXT_MAX) {
            return null;
        }
        for (int i = 0; i < magnitude.length(); i++) {
            if (magnitude.charAt(i) > 'z' || Character.digit(magnitude.charAt(i), base) < 0) {
                return null;
            }
        }
        double number = digits(magnitude, base);
        return number(isNegative ? -number : number);
    }

    private static double digits(String digits, int base) {
        double number = 0;
        for (int i = 0; i < digits.length(); i++) {
            number = number * base + Character.digit(digits.charAt(i), base);
        }
        return number;
    }

    private static String trim(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (to > from && isSpace(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    private static boolean isSpace(char one) {
        return one == ' ' || (one >= '\t' && one <= '\r');
    }

    private static LuaNumber number(double number) {
        return LuaValue.valueOf(number);
    }
}
