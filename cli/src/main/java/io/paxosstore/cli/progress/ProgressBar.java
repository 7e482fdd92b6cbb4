package io.paxosstore.cli.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** A {@link Progress} as one line: a bar, or a count where nobody knows the whole. */
public final class ProgressBar {
    private static final int BAR_MAX = 40;
    private static final int BAR_MIN = 10;
    private static final int PERCENT = 100;
    private static final long TWICE = 2;

    private ProgressBar() {}

    /**
     * The line.
     *
     * @param width most columns that it may have; the bar is what gives way first
     */
    public static String line(Progress progress, int width) {
        boolean isWhole = progress.total() >= Math.max(1, progress.done());
        String line = isWhole ? bar(progress, width) : counted(progress);
        return line.length() <= width ? line : line.substring(0, Math.max(0, width));
    }

    private static String counted(Progress progress) {
        return progress.what() + ": " + number(progress.done()) + tail(progress);
    }

    private static String bar(Progress progress, int width) {
        double part = Math.clamp((double) progress.done() / progress.total(), 0.0, 1.0);
        String percent = String.format(Locale.ROOT, "%3d %%", (int) (part * PERCENT));
        String counts =
                "  " + number(progress.done()) + " of " + number(progress.total()) + tail(progress);
        String head = progress.what() + " ";
        int room = width - head.length() - 3 - percent.length() - counts.length();
        if (room < BAR_MIN) {
            return head + percent.strip() + counts;
        }
        int length = Math.min(BAR_MAX, room);
        int filled = (int) (part * length);
        return head
                + "["
                + "#".repeat(filled)
                + "-".repeat(length - filled)
                + "] "
                + percent
                + counts;
    }

    private static String tail(Progress progress) {
        List<String> parts = new ArrayList<>();
        if (progress.perSecond() > 0) {
            parts.add(rate(progress.perSecond()) + "/s");
        }
        if (progress.leftMillis() != Progress.UNKNOWN) {
            parts.add("about " + duration(progress.leftMillis()) + " left");
        }
        return parts.isEmpty() ? "" : ", " + String.join(", ", parts);
    }

    private static String rate(double perSecond) {
        return perSecond >= 10
                ? number(Math.round(perSecond))
                : String.format(Locale.ROOT, "%.1f", perSecond);
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A time of waiting, in the unit that says most: never less than a second. */
    public static String duration(long millis) {
        long seconds = Math.max(1, TimeUnit.MILLISECONDS.toSeconds(millis));
        long minutes = TimeUnit.SECONDS.toMinutes(seconds);
        long hours = TimeUnit.SECONDS.toHours(seconds);
        long days = TimeUnit.SECONDS.toDays(seconds);
        if (days >= TWICE) {
            return days + " days";
        } else if (hours >= TWICE) {
            return hours + " h";
        }
        return minutes >= TWICE ? minutes + " min" : seconds + " s";
    }
}
