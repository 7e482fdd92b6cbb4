package io.paxosstore.redis.type;

import io.paxosstore.redis.resp.RedisError;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The numbers that SORT sorts by: whatever C's {@code strtod} reads to the end. */
final class SortScore {
    /** Longer ones are no numbers that anybody means. */
    private static final int BYTES_MAX = 1024;

    private static final Pattern DECIMAL =
            Pattern.compile("([+-]?)(\\d+\\.?\\d*|\\.\\d+)(e[+-]?\\d+)?");
    private static final Pattern HEXADECIMAL =
            Pattern.compile("([+-]?)0x([0-9a-f]+\\.?[0-9a-f]*|\\.[0-9a-f]+)(p[+-]?\\d+)?");
    private static final Pattern INFINITE = Pattern.compile("([+-]?)inf(inity)?");

    private SortScore() {}

    /**
     * The number that bytes are; 0 for none.
     *
     * @throws RedisError if they are no number, or one that is too great or too small
     */
    static double of(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf('\0');
        String whole = end < 0 ? text : text.substring(0, end);
        if (whole.isEmpty()) {
            return 0;
        }
        if (whole.length() > BYTES_MAX) {
            throw notANumber();
        }
        String number = withoutSpaces(whole).toLowerCase(Locale.ROOT);
        Matcher infinite = INFINITE.matcher(number);
        if (infinite.matches()) {
            return signed(infinite, Double.POSITIVE_INFINITY);
        }
        Matcher decimal = DECIMAL.matcher(number);
        if (decimal.matches()) {
            return finite(decimal, decimal.group(2) + suffix(decimal, ""));
        }
        Matcher hexadecimal = HEXADECIMAL.matcher(number);
        if (hexadecimal.matches()) {
            return finite(hexadecimal, "0x" + hexadecimal.group(2) + suffix(hexadecimal, "p0"));
        }
        throw notANumber();
    }

    private static String withoutSpaces(String text) {
        int begin = 0;
        while (begin < text.length() && " \t\n\u000b\f\r".indexOf(text.charAt(begin)) >= 0) {
            begin++;
        }
        return text.substring(begin);
    }

    private static String suffix(Matcher number, String none) {
        String exponent = number.group(3);
        return exponent == null ? none : exponent;
    }

    private static double signed(Matcher number, double magnitude) {
        return "-".equals(number.group(1)) ? -magnitude : magnitude;
    }

    private static double finite(Matcher number, String digits) {
        double magnitude = Double.parseDouble(digits);
        boolean isZero = number.group(2).matches("[0.]*");
        if (Double.isInfinite(magnitude) || (magnitude == 0 && !isZero)) {
            throw notANumber();
        }
        return signed(number, magnitude);
    }

    private static RedisError notANumber() {
        return new RedisError("ERR One or more scores can't be converted into double");
    }
}
