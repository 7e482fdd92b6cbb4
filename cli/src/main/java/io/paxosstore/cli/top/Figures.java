package io.paxosstore.cli.top;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Numbers in few columns, for a person who glances at them. */
final class Figures {
    /** Where there is no number. */
    static final String NONE = "-";

    private static final double THOUSAND = 1e3;
    private static final double MILLION = 1e6;
    private static final double BILLION = 1e9;
    private static final double KIBI = 1024;
    private static final String UNITS = "BKMGTPE";
    private static final double PERCENT = 100;

    private Figures() {}

    private static String format(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    /** How many, or how many for each second. */
    static String count(double value) {
        if (value < 0.05) {
            return "0";
        } else if (value < 10 && value != Math.rint(value)) {
            return format("%.1f", value);
        } else if (value < MILLION) {
            return format("%,.0f", value);
        } else if (value < BILLION) {
            return format("%.1fM", value / MILLION);
        }
        return value < BILLION * THOUSAND ? format("%.1fG", value / BILLION) : "huge";
    }

    /** How many. */
    static String count(long value) {
        return count((double) value);
    }

    /** A time of a request; none if it is 0. */
    static String micros(double value) {
        if (value <= 0) {
            return NONE;
        } else if (value < THOUSAND) {
            return format("%.0fµs", value);
        } else if (value < 10 * THOUSAND) {
            return format("%.1fms", value / THOUSAND);
        } else if (value < MILLION) {
            return format("%.0fms", value / THOUSAND);
        } else if (value < 10 * MILLION) {
            return format("%.1fs", value / MILLION);
        }
        return value < THOUSAND * MILLION ? format("%.0fs", value / MILLION) : "huge";
    }

    /** Bytes, in units of 1024. */
    static String bytes(long value) {
        return bytes((double) value);
    }

    /** The same. */
    static String bytes(double value) {
        double rest = Math.max(0, value);
        int unit = 0;
        while (rest >= THOUSAND && unit < UNITS.length() - 1) {
            rest /= KIBI;
            unit++;
        }
        if (rest >= THOUSAND) {
            return "huge";
        }
        return format(rest < 10 && unit > 0 ? "%.1f" : "%.0f", rest) + UNITS.charAt(unit);
    }

    /** A part of 1. */
    static String percent(double part) {
        return format("%.0f%%", part * PERCENT);
    }

    /** A time that has passed. */
    static String span(long millis) {
        long seconds = TimeUnit.MILLISECONDS.toSeconds(Math.max(0, millis));
        if (TimeUnit.SECONDS.toDays(seconds) >= 2) {
            return TimeUnit.SECONDS.toDays(seconds) + "d";
        } else if (TimeUnit.SECONDS.toHours(seconds) >= 2) {
            return TimeUnit.SECONDS.toHours(seconds) + "h";
        } else if (TimeUnit.SECONDS.toMinutes(seconds) >= 2) {
            return TimeUnit.SECONDS.toMinutes(seconds) + "min";
        }
        return seconds + "s";
    }
}
