package io.paxosstore.redis.resp;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A floating point number as text, in all forms that C's {@code strtod} knows: decimal and
 * hexadecimal digits, infinity, and what is no number. Reading it takes time in proportion to the
 * text, however long that is, and its value is that of all digits, though only so many are kept.
 * Immutable.
 */
public final class FloatText {
    /** Digits behind these say only whether anything is behind them. */
    private static final int DIGITS_MAX = 5200;

    /** So many digits decide which number of 64 bits is nearest. */
    private static final int DECIMAL_DIGITS = 800;

    private static final int HEXADECIMAL_DIGITS = 40;
    private static final int HEXADECIMAL_BITS = 4;

    /** No exponent beyond it can be made up for by digits. */
    private static final long EXPONENT_MAX = 1L << 40;

    /** Powers beyond which a number of 64 bits is infinite, or 0. */
    private static final int POWER_OF_TEN_MAX = 400;

    private static final int POWER_OF_TWO_MAX = 1200;

    private final Kind kind;
    private final boolean isNegative;
    private final String digits;
    private final long exponent;
    private final int end;

    private enum Kind {
        DECIMAL,
        HEXADECIMAL,
        INFINITE,
        NOT_A_NUMBER
    }

    /**
     * @param digits without zeros before them; empty for 0
     * @param exponent the power of 10, or of 2, that the digits are of
     * @param end where the text goes on
     */
    private FloatText(Kind kind, boolean isNegative, String digits, long exponent, int end) {
        this.kind = kind;
        this.isNegative = isNegative;
        this.digits = digits;
        this.exponent = exponent;
        this.end = end;
    }

    /** The number that text begins with at a place; null if there is none. */
    public static @Nullable FloatText at(String text, int from) {
        return new Reader(text, from).read();
    }

    /** The number that the whole of a text is; null if it is none. */
    public static @Nullable FloatText whole(String text) {
        FloatText number = at(text, 0);
        return number == null || number.end < text.length() ? null : number;
    }

    /** Where white space ends, as C has it, that begins here. */
    public static int behindSpaces(String text, int from) {
        int at = from;
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isSpace(char one) {
        return one == ' ' || (one >= '\t' && one <= '\r');
    }

    /** Where the text goes on behind it. */
    public int end() {
        return end;
    }

    /** Whether it says that it is none. */
    public boolean isNaN() {
        return kind == Kind.NOT_A_NUMBER;
    }

    /**
     * Reads a text as C's strtod reads a string, which ends at the first byte 0: spaces may be
     * before the number, and nothing behind it.
     *
     * @param from where it begins
     * @return null if it is no number
     */
    public static @Nullable FloatText upToZero(String text, int from) {
        FloatText number = at(text, behindSpaces(text, from));
        return number == null || number.end() < endOf(text) || number.isNaN() ? null : number;
    }

    /** Where a text ends that ends at the first byte 0. */
    public static int endOf(String text) {
        int zero = text.indexOf(0);
        return zero < 0 ? text.length() : zero;
    }

    /** Whether it says that it is infinite. */
    public boolean isInfinite() {
        return kind == Kind.INFINITE;
    }

    /** The nearest number of 64 bits: infinite, or 0, where it is beyond all of them. */
    public double value() {
        double magnitude =
                switch (kind) {
                    case DECIMAL -> decimalMagnitude();
                    case HEXADECIMAL -> hexadecimalMagnitude();
                    case INFINITE -> Double.POSITIVE_INFINITY;
                    case NOT_A_NUMBER -> Double.NaN;
                };
        return isNegative ? -magnitude : magnitude;
    }

    /**
     * Whether a value is infinite or 0 though the number is not.
     *
     * @param value that of this
     */
    public boolean isOutOfRange(double value) {
        boolean isFinite = kind == Kind.DECIMAL || kind == Kind.HEXADECIMAL;
        return isFinite && (Double.isInfinite(value) || (value == 0 && !digits.isEmpty()));
    }

    private double decimalMagnitude() {
        long power = digits.length() + exponent;
        if (digits.isEmpty() || Math.abs(power) > POWER_OF_TEN_MAX) {
            return zeroOrInfinity(power);
        }
        String kept = first(DECIMAL_DIGITS);
        return Double.parseDouble(kept + "e" + (exponent + digits.length() - kept.length()));
    }

    private double hexadecimalMagnitude() {
        long power = (long) digits.length() * HEXADECIMAL_BITS + exponent;
        if (digits.isEmpty() || Math.abs(power) > POWER_OF_TWO_MAX) {
            return zeroOrInfinity(power);
        }
        String kept = first(HEXADECIMAL_DIGITS);
        long left = (long) (digits.length() - kept.length()) * HEXADECIMAL_BITS;
        return Double.parseDouble("0x" + kept + "p" + (exponent + left));
    }

    private double zeroOrInfinity(long power) {
        return digits.isEmpty() || power < 0 ? 0 : Double.POSITIVE_INFINITY;
    }

    /** The first digits; a 1 behind them says that others were not 0, which decides halves. */
    private String first(int most) {
        if (digits.length() <= most) {
            return digits;
        }
        for (int i = most; i < digits.length(); i++) {
            if (digits.charAt(i) != '0') {
                return digits.substring(0, most) + '1';
            }
        }
        return digits.substring(0, most);
    }

    /**
     * About which power of ten it is; 0 if it is 0.
     *
     * @see #exact
     */
    public long powerOfTen() {
        if (digits.isEmpty()) {
            return 0;
        }
        return kind == Kind.HEXADECIMAL
                ? (long) (((long) digits.length() * HEXADECIMAL_BITS + exponent) * Math.log10(2))
                : digits.length() + exponent;
    }

    /**
     * The finite number itself, of the first 5,200 digits. Takes memory in proportion to {@link
     * #powerOfTen}, so who calls it looks at that before.
     */
    public BigDecimal exact() {
        if (digits.isEmpty()) {
            return BigDecimal.ZERO;
        }
        boolean isDecimal = kind == Kind.DECIMAL;
        BigInteger whole = new BigInteger(digits, isDecimal ? 10 : 16);
        BigInteger signed = isNegative ? whole.negate() : whole;
        int power = Math.toIntExact(exponent);
        if (isDecimal) {
            return new BigDecimal(signed, -power);
        }
        return power >= 0
                ? new BigDecimal(signed.shiftLeft(power))
                : new BigDecimal(signed.multiply(BigInteger.valueOf(5).pow(-power)), -power);
    }

    /** Reads one. */
    private static final class Reader {
        private final String text;
        private final StringBuilder kept = new StringBuilder();
        private int at;
        private boolean isNegative;
        private boolean hasDigits;

        /** How many digits were left out before the point, less those that are behind it. */
        private long shift;

        Reader(String text, int from) {
            this.text = text;
            this.at = from;
        }

        @Nullable FloatText read() {
            if (is(at, '+') || is(at, '-')) {
                isNegative = is(at, '-');
                at++;
            }
            if (hasWord("inf")) {
                return word(Kind.INFINITE, at + (hasWord("infinity") ? 8 : 3));
            }
            if (hasWord("nan")) {
                return word(Kind.NOT_A_NUMBER, behindNote(at + 3));
            }
            boolean isHexadecimal = hasWord("0x") && hasHexadecimalDigit(at + 2);
            at += isHexadecimal ? 2 : 0;
            digits(isHexadecimal ? 16 : 10);
            if (!hasDigits) {
                return null;
            }
            long unit = isHexadecimal ? HEXADECIMAL_BITS : 1;
            long power = exponent(isHexadecimal ? 'p' : 'e') + shift * unit;
            return new FloatText(
                    isHexadecimal ? Kind.HEXADECIMAL : Kind.DECIMAL,
                    isNegative,
                    kept.toString(),
                    power,
                    at);
        }

        private FloatText word(Kind kind, int end) {
            return new FloatText(kind, isNegative, "", 0, end);
        }

        private boolean is(int index, char wanted) {
            return index < text.length() && text.charAt(index) == wanted;
        }

        private boolean hasWord(String word) {
            return text.regionMatches(true, at, word, 0, word.length());
        }

        /** What is no number may say in parentheses which it is. */
        private int behindNote(int from) {
            if (!is(from, '(')) {
                return from;
            }
            int end = from + 1;
            while (end < text.length() && isOfNote(text.charAt(end))) {
                end++;
            }
            return is(end, ')') ? end + 1 : from;
        }

        private static boolean isOfNote(char one) {
            return one == '_' || digit(one, 36) >= 0;
        }

        private boolean hasHexadecimalDigit(int index) {
            int first = is(index, '.') ? index + 1 : index;
            return first < text.length() && digit(text.charAt(first), 16) >= 0;
        }

        /** Its value in a base; -1 if it is none. */
        private static int digit(char one, int base) {
            return one < 128 ? Character.digit(one, base) : -1;
        }

        private void digits(int base) {
            boolean isBehindPoint = false;
            for (; at < text.length(); at++) {
                char one = text.charAt(at);
                if (one == '.' && !isBehindPoint) {
                    isBehindPoint = true;
                    continue;
                }
                if (digit(one, base) < 0) {
                    break;
                }
                hasDigits = true;
                shift -= isBehindPoint ? 1 : 0;
                keep(one);
            }
        }

        private void keep(char one) {
            if (kept.length() < DIGITS_MAX) {
                if (one != '0' || !kept.isEmpty()) {
                    kept.append(one);
                }
                return;
            }
            shift++;
            if (one != '0' && kept.charAt(DIGITS_MAX - 1) == '0') {
                kept.setCharAt(DIGITS_MAX - 1, '1'); // more than what it is cut to
            }
        }

        /** 0 if there is none, and then nothing of it is read. */
        private long exponent(char letter) {
            int sign = at + 1;
            int first = is(sign, '+') || is(sign, '-') ? sign + 1 : sign;
            boolean has =
                    (is(at, letter) || is(at, Character.toUpperCase(letter)))
                            && first < text.length()
                            && digit(text.charAt(first), 10) >= 0;
            if (!has) {
                return 0;
            }
            long power = 0;
            for (at = first; at < text.length() && digit(text.charAt(at), 10) >= 0; at++) {
                power = Math.min(EXPONENT_MAX, power * 10 + digit(text.charAt(at), 10));
            }
            return is(sign, '-') ? -power : power;
        }
    }
}
