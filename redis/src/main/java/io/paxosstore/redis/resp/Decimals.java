package io.paxosstore.redis.resp;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/**
 * Decimal numbers as INCRBYFLOAT and HINCRBYFLOAT read them: as large and as small as those of 80
 * bits that Redis has; and as Redis writes them to be read by people: up to 17 digits behind the
 * point, no exponent, no zeros at the end.
 */
public final class Decimals {
    /** Longer ones Redis does not read either. */
    private static final int BYTES_MAX = 5 * 1024 - 1;

    private static final int SCALE_MAX = 17;

    /** Beyond this power of ten no number is compared with the ends of the range. */
    private static final int POWER_MAX = 4960;

    /** The largest number of 80 bits, and half of the smallest. */
    private static final BigDecimal LARGEST = new BigDecimal("1.189731495357231765e4932");

    private static final BigDecimal SMALLEST_HALF = new BigDecimal("1.8225997659412373e-4951");

    private Decimals() {}

    /** What bytes are; null for what is no number, and for one that is too large or too small. */
    public static @Nullable FloatText read(byte[] word) {
        if (word.length > BYTES_MAX) {
            return null;
        }
        FloatText number = FloatText.whole(new String(word, StandardCharsets.ISO_8859_1));
        boolean isRead =
                number != null && !number.isNaN() && (number.isInfinite() || isInRange(number));
        return isRead ? number : null;
    }

    private static boolean isInRange(FloatText number) {
        if (Math.abs(number.powerOfTen()) > POWER_MAX) {
            return false;
        }
        BigDecimal magnitude = number.exact().abs();
        return magnitude.compareTo(LARGEST) <= 0
                && (magnitude.signum() == 0 || magnitude.compareTo(SMALLEST_HALF) > 0);
    }

    /**
     * The sum as text, without an exponent and without zeros at its end.
     *
     * @throws RedisError if it is too large, or one of both is infinite
     */
    public static byte[] sum(FloatText a, FloatText b) {
        if (a.isInfinite() || b.isInfinite()) {
            throw noSum();
        }
        BigDecimal exact = a.exact().add(b.exact());
        if (exact.abs().compareTo(LARGEST) > 0) {
            throw noSum();
        }
        return text(exact).getBytes(StandardCharsets.US_ASCII);
    }

    /** A number as text, which must be finite. */
    public static String text(double number) {
        return text(new BigDecimal(number));
    }

    private static String text(BigDecimal number) {
        BigDecimal rounded = number.setScale(SCALE_MAX, RoundingMode.HALF_EVEN);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    private static RedisError noSum() {
        return new RedisError("ERR increment would produce NaN or Infinity");
    }
}
