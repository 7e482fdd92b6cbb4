package io.paxosstore.server.config;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations and sizes as people write them. */
public final class Units {
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,15})\\s*([A-Za-z]+)");

    private Units() {}

    /** A duration of more than some 292 years. */
    static final class TooLongException extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        private TooLongException(String text) {
            super("too long: " + text);
        }
    }

    /**
     * Reads a duration such as {@code 5ms}; the units are us, ms, s, m and h.
     *
     * @throws TooLongException when it is longer than nanoseconds in a long can say
     * @throws IllegalArgumentException when the text is no duration
     */
    public static Duration parseDuration(String text) {
        Matcher matcher = match(text);
        long amount = Long.parseLong(matcher.group(1));
        long unitNanos =
                switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
                    case "us" -> 1_000L;
                    case "ms" -> 1_000_000L;
                    case "s" -> 1_000_000_000L;
                    case "m" -> 60_000_000_000L;
                    case "h" -> 3_600_000_000_000L;
                    default -> throw new IllegalArgumentException("unknown unit in " + text);
                };
        if (amount > Long.MAX_VALUE / unitNanos) {
            throw new TooLongException(text);
        }
        return Duration.ofNanos(amount * unitNanos);
    }

    /** Writes a duration with the largest unit that keeps it whole. */
    public static String formatDuration(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos == 0) {
            return "0s";
        }
        if (nanos % 3_600_000_000_000L == 0) {
            return nanos / 3_600_000_000_000L + "h";
        }
        if (nanos % 60_000_000_000L == 0) {
            return nanos / 60_000_000_000L + "m";
        }
        if (nanos % 1_000_000_000L == 0) {
            return nanos / 1_000_000_000L + "s";
        }
        return nanos % 1_000_000L == 0 ? nanos / 1_000_000L + "ms" : nanos / 1000L + "us";
    }

    /**
     * Reads a size such as {@code 64MiB}; the units are B, KiB, MiB, GiB and TiB.
     *
     * @throws IllegalArgumentException when the text is no size
     */
    public static long parseBytes(String text) {
        Matcher matcher = match(text);
        long amount = Long.parseLong(matcher.group(1));
        int shift =
                switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
                    case "b" -> 0;
                    case "kib" -> 10;
                    case "mib" -> 20;
                    case "gib" -> 30;
                    case "tib" -> 40;
                    default -> throw new IllegalArgumentException("unknown unit in " + text);
                };
        if (amount > Long.MAX_VALUE >>> shift) {
            throw new IllegalArgumentException("too large: " + text);
        }
        return amount << shift;
    }

    /** Writes a size with the largest unit that keeps it whole. */
    public static String formatBytes(long bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        int unit = 0;
        long amount = bytes;
        while (amount != 0 && amount % 1024 == 0 && unit < units.length - 1) {
            amount /= 1024;
            unit++;
        }
        return amount + units[unit];
    }

    private static Matcher match(String text) {
        Matcher matcher = AMOUNT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no amount with a unit: " + text);
        }
        return matcher;
    }
}
