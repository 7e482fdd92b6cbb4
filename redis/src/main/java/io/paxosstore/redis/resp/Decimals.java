package io.paxosstore.redis.resp;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/** Decimal numbers as INCRBYFLOAT and HINCRBYFLOAT write them: up to 17 digits behind the point. */
public final class Decimals {
    private static final int SCALE_MAX = 17;

    private Decimals() {}

    /** The sum as text, without an exponent and without zeros at its end. */
    public static byte[] sum(BigDecimal a, BigDecimal b) {
        BigDecimal sum = a.add(b).setScale(SCALE_MAX, RoundingMode.HALF_EVEN);
        String text = sum.signum() == 0 ? "0" : sum.stripTrailingZeros().toPlainString();
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
