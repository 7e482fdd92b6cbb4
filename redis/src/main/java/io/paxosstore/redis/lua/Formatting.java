package io.paxosstore.redis.lua;

import io.paxosstore.redis.resp.Reals;

import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One call of {@code string.format}. Used once. */
final class Formatting {
    private static final String FLAGS = "-+ #0";
    private static final int FLOAT_DIGITS = 6;

    private final Run run;
    private final Args in;
    private final LuaString format;
    private final StringOutput out;
    private int at;
    private int argument = 1;

    private String flags = "";
    private int width;
    private int precision;

    Formatting(Run run, Args in) {
        this.run = run;
        this.in = in;
        this.out = new StringOutput(run);
        this.format = in.string(1);
    }

    LuaValue format() {
        while (at < format.m_length) {
            int one = format.luaByte(at);
            at++;
            if (one != '%') {
                out.add(one);
            } else if (at < format.m_length && format.luaByte(at) == '%') {
                out.add('%');
                at++;
            } else {
                directive();
            }
        }
        return out.string();
    }

    private String text(int from, int to) {
        return new String(
                format.m_bytes, format.m_offset + from, to - from, StandardCharsets.ISO_8859_1);
    }

    private int peek() {
        return at < format.m_length ? format.luaByte(at) : 0;
    }

    private void directive() {
        int start = at;
        argument++;
        if (argument > in.count()) {
            throw in.bad(argument, "no value");
        }
        while (FLAGS.indexOf(peek()) >= 0) {
            at++;
            if (at - start > FLAGS.length()) {
                throw ScriptError.at("invalid format (repeated flags)");
            }
        }
        flags = text(start, at);
        width = digits();
        precision = -1;
        if (peek() == '.') {
            at++;
            precision = digits();
        }
        int letter = peek();
        at++;
        run.instruction();
        switch (letter) {
            case 'c' -> padded(String.valueOf((char) ((int) number() & 0xff)));
            case 'd', 'i' -> whole((long) number());
            case 'u' -> unsigned(Long.toUnsignedString((long) number()), "");
            case 'o' -> unsigned(Long.toOctalString((long) number()), "0");
            case 'x' -> unsigned(Long.toHexString((long) number()), "0x");
            case 'X' -> unsigned(Long.toHexString((long) number()).toUpperCase(Locale.ROOT), "0X");
            case 'e', 'E', 'f', 'g', 'G' -> real(number(), letter);
            case 'q' -> quoted(in.string(argument));
            case 's' -> string(in.string(argument));
            default -> {
                String shown = text(start, Math.min(at, format.m_length));
                throw ScriptError.at("invalid option '%" + shown + "' to 'format'");
            }
        }
    }

    private int digits() {
        int number = 0;
        for (int i = 0; i < 2 && peek() >= '0' && peek() <= '9'; i++) {
            number = number * 10 + peek() - '0';
            at++;
        }
        if (peek() >= '0' && peek() <= '9') {
            throw ScriptError.at("invalid format (width or precision too long)");
        }
        return number;
    }

    private double number() {
        double number = in.number(argument);
        run.charge(Numbers.stepsOfText(number));
        return number;
    }

    private boolean has(char flag) {
        return flags.indexOf(flag) >= 0;
    }

    private void padded(String text) {
        String spaces = " ".repeat(Math.max(0, width - text.length()));
        out.add(has('-') ? text + spaces : spaces + text);
    }

    /** Digits with what goes before them, zeros between if the flag says so. */
    private void padded(String prefix, String digits, boolean mayHaveZeros) {
        boolean zeros = has('0') && !has('-') && mayHaveZeros;
        int missing = zeros ? width - prefix.length() - digits.length() : 0;
        padded(prefix + "0".repeat(Math.max(0, missing)) + digits);
    }

    private String precise(String digits) {
        return "0".repeat(Math.max(0, precision - digits.length())) + digits;
    }

    private void whole(long number) {
        String text = Long.toString(number);
        String digits = precise(number < 0 ? text.substring(1) : text);
        padded(sign(number < 0), digits, precision < 0);
    }

    private String sign(boolean isNegative) {
        return isNegative ? "-" : has('+') ? "+" : has(' ') ? " " : "";
    }

    private void unsigned(String digits, String prefix) {
        boolean hasPrefix = has('#') && !digits.equals("0");
        padded(hasPrefix ? prefix : "", precise(digits), precision < 0);
    }

    private void real(double number, int letter) {
        int wanted = precision < 0 ? FLOAT_DIGITS : precision;
        String text =
                switch (letter | 0x20) {
                    case 'e' -> Reals.scientific(number, wanted);
                    case 'f' -> Reals.fixed(number, wanted);
                    default -> Reals.general(number, wanted, has('#'));
                };
        boolean isNegative = text.startsWith("-");
        String digits = isNegative ? text.substring(1) : text;
        boolean isFinite = Reals.special(number) == null;
        padded(sign(isNegative), letter < 'a' ? digits.toUpperCase(Locale.ROOT) : digits, isFinite);
    }

    private void string(LuaString string) {
        boolean isWhole = precision < 0;
        if (isWhole && width <= string.m_length) {
            out.add(string);
            return;
        }
        int length = isWhole ? string.m_length : Math.min(precision, string.m_length);
        padded(new String(string.m_bytes, string.m_offset, length, StandardCharsets.ISO_8859_1));
    }

    private void quoted(LuaString string) {
        run.chargeEachByte(string.m_length);
        out.add('"');
        for (int i = 0; i < string.m_length; i++) {
            int one = string.luaByte(i);
            switch (one) {
                case '"', '\\', '\n' -> {
                    out.add('\\');
                    out.add(one);
                }
                case '\r' -> out.add("\\r");
                case 0 -> out.add("\\000");
                default -> out.add(one);
            }
        }
        out.add('"');
    }
}
