package io.paxosstore.redis.resp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** Numbers as C reads them. */
class FloatTextTest {
    private final Random random = new Random(11);

    private static double value(String text) {
        return Objects.requireNonNull(FloatText.whole(text), text).value();
    }

    @Test
    void allForms() {
        assertEquals(0.5, value(".5"));
        assertEquals(5, value("5."));
        assertEquals(-0.0, value("-0"));
        assertEquals(120, value("+1.2E2"));
        assertEquals(16.5, value("0x10.8"));
        assertEquals(6, value("0X1.8P+2"));
        assertEquals(0.5, value("0x.8"));
        assertEquals(Double.POSITIVE_INFINITY, value("iNf"));
        assertEquals(Double.NEGATIVE_INFINITY, value("-INFINITY"));
        assertEquals(Double.NaN, value("nan(x_1)"));
        assertEquals(Double.POSITIVE_INFINITY, value("1e400"));
        assertEquals(0, value("1e-400"));
        assertEquals(0, value("0e999999999999999999999"));
        assertEquals(1, value("0." + "0".repeat(6000) + "1e6001"));
        assertEquals(1, value("1" + "0".repeat(6000) + "e-6000"));
        for (String no :
                List.of(
                        "", ".", "+", "-", "e5", "x", "0x", "1e", "1e+", "1 ", " 1", "--1", "1.2.3",
                        "infinit", "nan(", "0x1p", "1f", "1d", "1_0", "\u0661")) {
            assertNull(FloatText.whole(no), no);
        }
    }

    @Test
    void whereItEnds() {
        assertEquals(1, Objects.requireNonNull(FloatText.at("1e", 0)).end());
        assertEquals(1, Objects.requireNonNull(FloatText.at("0x", 0)).end());
        assertEquals(3, Objects.requireNonNull(FloatText.at("infinit", 0)).end());
        assertEquals(3, Objects.requireNonNull(FloatText.at("nan(x", 0)).end());
        assertEquals(5, Objects.requireNonNull(FloatText.at("a-1.5,", 1)).end());
    }

    /** Java reads them too, if they are not long. */
    @Test
    void theNearestNumber() {
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
            digits(text, random.nextInt(25) + 1);
            if (random.nextBoolean()) {
                digits(text.append('.'), random.nextInt(40));
            }
            if (random.nextBoolean()) {
                text.append('e').append(random.nextInt(700) - 350);
            }
            assertEquals(Double.parseDouble(text.toString()), value(text.toString()));
            BigDecimal exact = Objects.requireNonNull(FloatText.whole(text.toString())).exact();
            assertEquals(0, exact.compareTo(new BigDecimal(text.toString())), text.toString());
        }
    }

    private void digits(StringBuilder text, int count) {
        for (int i = 0; i < count; i++) {
            text.append(random.nextInt(4) == 0 ? 0 : random.nextInt(10));
        }
    }

    /** Halfway between two numbers the last of many digits decides. */
    @Test
    void allDigitsCount() {
        for (int i = 0; i < 200; i++) {
            double low = random.nextDouble() * Math.pow(2, random.nextInt(1200) - 1100);
            double high = Math.nextUp(low);
            BigDecimal half = new BigDecimal(low).add(new BigDecimal(high));
            String text = half.divide(BigDecimal.TWO).toPlainString();
            String point = text.indexOf('.') < 0 ? "." : "";
            assertEquals(high, value(text + point + "0".repeat(7000) + "1"));
            assertEquals(Double.parseDouble(text), value(text + point + "0".repeat(7000)));
        }
        assertEquals(0x1.0000000000001p0, value("0x1.00000000000008" + "0".repeat(9000) + "1"));
        assertEquals(1, value("0x1.00000000000008" + "0".repeat(9000)));
    }

    @Test
    void longOnesTakeNoTime() {
        String digits = "12".repeat(1 << 17);
        assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> {
                    for (String end : List.of("", "x", "e5", ".5x", "e" + digits)) {
                        for (String begin : List.of("", "0x", ".", "-0")) {
                            FloatText.whole(begin + digits + end);
                            Objects.requireNonNull(FloatText.at(begin + digits + end, 0)).value();
                        }
                    }
                });
    }
}
