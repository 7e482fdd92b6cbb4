package io.paxosstore.server.config;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations and sizes as people write them. */
public final class Units {
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,15})\\s*([A-Za-z]+)");

    private Units() {}

    /**
     * Reads a duration such as {@code 5ms}; the units are us, ms, s, m and h.
     *
     * @throws IllegalArgumentException when the text is no duration
     */
    public static Duration parseDuration(String text) {
        Matcher matcher = match(text);
        long amount = Long.parseLong(matcher.group(1));
        try {
            return switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
                case "us" -> Duration.ofNanos(Math.multiplyExact(amount, 1000L));
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "h" -> Duration.ofHours(amount);
                default -> throw new IllegalArgumentException("unknown unit in " + text);
            };
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("too long: " + text, e);
        }
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
