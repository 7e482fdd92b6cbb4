package io.paxosstore.redis.resp;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Floating point numbers as C writes them, and so as Redis 7.0 does: with 17 significant digits, by
 * {@code %.17g}.
 */
public final class Reals {
    private static final int DIGITS = 17;
    private static final int EXPONENT_LEAST = -4;

    /** Below it, every whole number is written as such. */
    private static final double WHOLE_MAX = 1e17;

    private Reals() {}

    /** The number as Redis writes it. */
    public static String text(double number) {
        String special = special(number);
        if (special != null) {
            return special;
        }
        if (number == 0) {
            return 1 / number < 0 ? "-0" : "0";
        }
        if (number == Math.rint(number) && Math.abs(number) < WHOLE_MAX) {
            return Long.toString((long) number);
        }
        return general(number, DIGITS, false);
    }

    /** What C's {@code %g} writes of infinity and of what is no number; null for all numbers. */
    public static @Nullable String special(double number) {
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
    public static String scientific(double number, int fraction) {
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
    public static String fixed(double number, int fraction) {
        String special = special(number);
        if (special != null) {
            return special;
        }
        String text =
                new BigDecimal(number).setScale(fraction, RoundingMode.HALF_EVEN).toPlainString();
        return (number < 0 || 1 / number < 0) && !text.startsWith("-") ? "-" + text : text;
    }
}
