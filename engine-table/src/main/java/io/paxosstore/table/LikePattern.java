package io.paxosstore.table;

import io.paxosstore.log.WorkMeter;

import java.util.ArrayList;
import java.util.List;

/**
 * A pattern of SQL's LIKE: {@code %} any characters, {@code _} one, a backslash before one of these
 * three the character itself. Characters are code points. Immutable. Matching takes at most the
 * product of both lengths.
 */
final class LikePattern {
    private static final int ANY = -1;
    private static final int ONE = -2;
    private static final int ESCAPE = '\\';

    /** Characters compared for the price of a step. */
    private static final int COMPARISONS_PER_STEP = 16;

    /** Comparisons after which they are charged, with more to come. */
    private static final int CHARGED_AFTER = 4096;

    private final int[] parts;
    private final String prefix;

    private LikePattern(int[] parts, String prefix) {
        this.parts = parts;
        this.prefix = prefix;
    }

    static LikePattern of(String pattern) {
        List<Integer> parts = new ArrayList<>();
        StringBuilder prefix = new StringBuilder();
        boolean inPrefix = true;
        int[] points = pattern.codePoints().toArray();
        for (int i = 0; i < points.length; i++) {
            int part = points[i];
            if (part == '%') {
                part = ANY;
            } else if (part == '_') {
                part = ONE;
            } else if (part == ESCAPE && i + 1 < points.length && isSpecial(points[i + 1])) {
                part = points[++i];
            }
            inPrefix &= part >= 0;
            if (inPrefix) {
                prefix.appendCodePoint(part);
            }
            parts.add(part);
        }
        return new LikePattern(
                parts.stream().mapToInt(Integer::intValue).toArray(), prefix.toString());
    }

    private static boolean isSpecial(int point) {
        return point == '%' || point == '_' || point == ESCAPE;
    }

    /** What all that match begin with. */
    String prefix() {
        return prefix;
    }

    /**
     * Whether a text is one that is meant.
     *
     * @param meter charged while it goes on: one match of long ones may take a second
     */
    boolean matches(String text, WorkMeter meter) {
        int part = 0;
        int at = 0;
        int anyPart = -1;
        int anyAt = 0;
        int compared = 0;
        while (at < text.length()) {
            if (++compared == CHARGED_AFTER) {
                meter.charge(CHARGED_AFTER / COMPARISONS_PER_STEP);
                compared = 0;
            }
            int point = text.codePointAt(at);
            if (part < parts.length && parts[part] == ANY) {
                anyPart = part++;
                anyAt = at;
            } else if (part < parts.length && (parts[part] == ONE || parts[part] == point)) {
                part++;
                at += Character.charCount(point);
            } else if (anyPart >= 0) {
                part = anyPart + 1;
                anyAt += Character.charCount(text.codePointAt(anyAt));
                at = anyAt;
            } else {
                break;
            }
        }
        meter.charge(1 + compared / COMPARISONS_PER_STEP);
        if (at < text.length()) {
            return false;
        }
        while (part < parts.length && parts[part] == ANY) {
            part++;
        }
        return part == parts.length;
    }
}
