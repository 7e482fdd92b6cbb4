package io.paxosstore.redis.data;

import io.paxosstore.redis.resp.RedisError;

import org.jspecify.annotations.Nullable;

/**
 * Redis's patterns: {@code *} stands for any bytes, {@code ?} for any one, {@code [a-c]} and {@code
 * [^a-c]} for one of a class, a backslash takes the meaning of what follows it. What would take as
 * many steps as the product of both lengths is left to {@link GlobStates}. Immutable; the bytes
 * must not be changed.
 */
public final class Glob {
    private static final int BYTES_MAX = 1024;
    private static final int NO_MATCH = -1;

    /** After so many steps for each byte of both other patterns than most are at work. */
    private static final int STEPS_PER_BYTE = 2;

    private final byte[] pattern;

    /** Made when it is needed, by whoever needs it: all make the same. */
    private volatile @Nullable GlobStates states;

    /**
     * A pattern; any bytes are one.
     *
     * @throws RedisError if it is so long that a match could take for ever
     */
    public Glob(byte[] pattern) {
        if (pattern.length > BYTES_MAX) {
            throw new RedisError("ERR the pattern has more than " + BYTES_MAX + " bytes");
        }
        this.pattern = pattern;
    }

    /** Whether it is the pattern that most commands take for all, be it the empty string. */
    public boolean isAll() {
        return pattern.length == 1 && pattern[0] == '*';
    }

    /**
     * Whether it matches the whole of a string. As in Redis nothing but the empty pattern matches
     * the empty string; see {@link #isAll}.
     */
    public boolean matches(byte[] string) {
        if (string.length == 0) {
            return pattern.length == 0;
        }
        int at = 0;
        int here = 0;
        int behindStar = NO_MATCH;
        int triedFrom = 0;
        int stepsLeft = STEPS_PER_BYTE * (pattern.length + string.length);
        while (here < string.length) {
            stepsLeft--;
            if (stepsLeft < 0) {
                return states().matches(string);
            }
            if (at < pattern.length && pattern[at] == '*') {
                at = behindStars(at);
                if (at == pattern.length) {
                    return true;
                }
                behindStar = at;
                triedFrom = here;
            }
            int next = at < pattern.length ? behindOne(at, string[here]) : NO_MATCH;
            if (next != NO_MATCH) {
                at = next;
                here++;
            } else if (behindStar != NO_MATCH) {
                // Only the last star need take more: those before it have taken least.
                at = behindStar;
                triedFrom++;
                here = triedFrom;
            } else {
                return false;
            }
        }
        return behindStars(at) == pattern.length;
    }

    private int behindStars(int from) {
        int at = from;
        while (at < pattern.length && pattern[at] == '*') {
            at++;
        }
        return at;
    }

    /** The pattern as states. */
    GlobStates states() {
        GlobStates known = states;
        if (known == null) {
            GlobStates.Builder all = new GlobStates.Builder(pattern.length);
            int at = 0;
            while (at < pattern.length) {
                int part = at;
                switch (pattern[part]) {
                    case '*' -> all.star();
                    case '?', '[', '\\' -> all.add(one -> behindOne(part, one) != NO_MATCH);
                    default -> all.add(pattern[part]);
                }
                at = behindPart(part);
            }
            known = all.build();
            states = known;
        }
        return known;
    }

    /** Where the pattern goes on behind a part of it. */
    private int behindPart(int at) {
        return switch (pattern[at]) {
            case '[' -> behindClass(at + 1);
            case '\\' -> Math.min(at + 2, pattern.length);
            default -> at + 1;
        };
    }

    /** Where the pattern goes on behind what stands for one byte; NO_MATCH if not for this one. */
    private int behindOne(int at, byte one) {
        boolean holds =
                switch (pattern[at]) {
                    case '?' -> true;
                    case '[' -> isInClass(at + 1, one);
                    case '\\' -> pattern[at + 1 < pattern.length ? at + 1 : at] == one;
                    default -> pattern[at] == one;
                };
        return holds ? behindPart(at) : NO_MATCH;
    }

    /** A class need not be closed. */
    private int behindClass(int from) {
        int at = isNegated(from) ? from + 1 : from;
        while (at < pattern.length && pattern[at] != ']') {
            at = behindElement(at);
        }
        return Math.min(at + 1, pattern.length);
    }

    private boolean isNegated(int from) {
        return from < pattern.length && pattern[from] == '^';
    }

    private int behindElement(int at) {
        int left = pattern.length - at;
        if (pattern[at] == '\\' && left >= 2) {
            return at + 2;
        }
        return left >= 3 && pattern[at + 1] == '-' ? at + 3 : at + 1;
    }

    /** Bytes are compared as signed ones, as Redis does. */
    private boolean isInClass(int from, byte one) {
        boolean found = false;
        int at = isNegated(from) ? from + 1 : from;
        while (at < pattern.length && pattern[at] != ']') {
            int next = behindElement(at);
            found |=
                    switch (next - at) {
                        case 3 -> isBetween(pattern[at], pattern[at + 2], one);
                        case 2 -> pattern[at + 1] == one;
                        default -> pattern[at] == one;
                    };
            at = next;
        }
        return found != isNegated(from);
    }

    private static boolean isBetween(byte a, byte b, byte one) {
        return Math.min(a, b) <= one && one <= Math.max(a, b);
    }
}
