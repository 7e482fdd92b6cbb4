package io.paxosstore.redis.resp;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Floating point numbers as Redis 7.0 writes them: 17 significant digits, as C's {@code %.17g}. */
public final class Reals {
    private static final int DIGITS = 17;
    private static final MathContext CONTEXT = new MathContext(DIGITS, RoundingMode.HALF_EVEN);
    private static final int EXPONENT_LEAST = -4;

    /** Below it, every whole number is written as such. */
    private static final double WHOLE_MAX = 1e17;

    private Reals() {}

    /** The number as text. */
    public static String text(double number) {
        if (Double.isNaN(number)) {
            return "nan";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "inf" : "-inf";
        }
        if (number == 0) {
            return 1 / number < 0 ? "-0" : "0";
        }
        if (number == Math.rint(number) && Math.abs(number) < WHOLE_MAX) {
            return Long.toString((long) number);
        }
        return shortened(new BigDecimal(number).round(CONTEXT));
    }

    private static String shortened(BigDecimal rounded) {
        BigDecimal digits = rounded.stripTrailingZeros();
        int exponent = digits.precision() - digits.scale() - 1;
        if (exponent >= EXPONENT_LEAST && exponent < DIGITS) {
            return digits.toPlainString();
        }
        String all = digits.unscaledValue().abs().toString();
        String sign = digits.signum() < 0 ? "-" : "";
        String fraction = all.length() > 1 ? "." + all.substring(1) : "";
        String power =
                (exponent < 0 ? "-" : "+")
                        + (Math.abs(exponent) < 10 ? "0" : "")
                        + Math.abs(exponent);
        return sign + all.charAt(0) + fraction + "e" + power;
    }
}
