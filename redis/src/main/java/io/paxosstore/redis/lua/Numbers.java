package io.paxosstore.redis.lua;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaInteger;
import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaValue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers as text, as C reads and writes them. */
public final class Numbers {
    /** {@code tostring} writes so many. */
    private static final int DIGITS = 14;

    private static final double PLAIN_MAX = 1e14;
    private static final int EXPONENT_LEAST = -4;
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
        return general(number, DIGITS, false);
    }

    /** What C's {@code %g} writes of infinity and of what is no number; null for all numbers. */
    static @Nullable String special(double number) {
        if (Double.isNaN(number)) {
            return "-nan";
        }
        return Double.isInfinite(number) ? (number > 0 ? "inf" : "-inf") : null;
    }

    /**
     * C's {@code %.<digits>g}.
     *
     * @param keepsZeros whether zeros at the end stay
     */
    public static String general(double number, int digits, boolean keepsZeros) {
        String special = special(number);
        if (special != null) {
            return special;
        }
        int all = Math.max(1, digits);
        if (number == 0) {
            String zeros = keepsZeros ? "." + "0".repeat(all - 1) : "";
            return (1 / number < 0 ? "-0" : "0") + zeros;
        }
        BigDecimal rounded =
                new BigDecimal(number).round(new MathContext(all, RoundingMode.HALF_EVEN));
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent < EXPONENT_LEAST || exponent >= all) {
            return withoutZeros(scientific(number, all - 1), keepsZeros);
        }
        return withoutZeros(
                rounded.setScale(all - 1 - exponent, RoundingMode.HALF_EVEN).toPlainString(),
                keepsZeros);
    }

    private static String withoutZeros(String text, boolean keepsZeros) {
        int exponent = text.indexOf('e');
        String digits = exponent < 0 ? text : text.substring(0, exponent);
        if (keepsZeros || digits.indexOf('.') < 0) {
            return text;
        }
        int end = digits.length();
        while (digits.charAt(end - 1) == '0') {
            end--;
        }
        if (digits.charAt(end - 1) == '.') {
            end--;
        }
        return digits.substring(0, end) + (exponent < 0 ? "" : text.substring(exponent));
    }

    /** C's {@code %.<fraction>e}. */
    static String scientific(double number, int fraction) {
        String special = special(number);
        if (special != null) {
            return special;
        }
        BigDecimal rounded =
                new BigDecimal(number).round(new MathContext(fraction + 1, RoundingMode.HALF_EVEN));
        int exponent = number == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
        String digits = rounded.unscaledValue().abs().toString();
        String padded = digits + "0".repeat(Math.max(0, fraction + 1 - digits.length()));
        return (number < 0 || 1 / number < 0 ? "-" : "")
                + padded.charAt(0)
                + (fraction > 0 ? "." + padded.substring(1, fraction + 1) : "")
                + (exponent < 0 ? "e-" : "e+")
                + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }

    /** C's {@code %.<fraction>f}. */
    static String fixed(double number, int fraction) {
        String special = special(number);
        if (special != null) {
            return special;
        }
        String text =
                new BigDecimal(number).setScale(fraction, RoundingMode.HALF_EVEN).toPlainString();
        return (number < 0 || 1 / number < 0) && !text.startsWith("-") ? "-" + text : text;
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
