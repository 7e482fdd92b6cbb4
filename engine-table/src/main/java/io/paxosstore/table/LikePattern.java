package io.paxosstore.table;

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

    boolean matches(String text) {
        int[] points = text.codePoints().toArray();
        int part = 0;
        int point = 0;
        int anyPart = -1;
        int anyPoint = 0;
        while (point < points.length) {
            if (part < parts.length && parts[part] == ANY) {
                anyPart = part++;
                anyPoint = point;
            } else if (part < parts.length
                    && (parts[part] == ONE || parts[part] == points[point])) {
                part++;
                point++;
            } else if (anyPart >= 0) {
                part = anyPart + 1;
                point = ++anyPoint;
            } else {
                return false;
            }
        }
        while (part < parts.length && parts[part] == ANY) {
            part++;
        }
        return part == parts.length;
    }
}
