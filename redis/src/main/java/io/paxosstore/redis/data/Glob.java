package io.paxosstore.redis.data;

import io.paxosstore.redis.resp.RedisError;

/**
 * Redis's patterns: {@code *} stands for any bytes, {@code ?} for any one, {@code [a-c]} and {@code
 * [^a-c]} for one of a class, a backslash takes the meaning of what follows it. The time that a
 * match takes grows with the product of both lengths at most. Immutable; the bytes must not be
 * changed.
 */
public final class Glob {
    private static final int BYTES_MAX = 1024;
    private static final int NO_MATCH = -1;

    private final byte[] pattern;

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
        while (here < string.length) {
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

    /** Where the pattern goes on behind what stands for one byte; NO_MATCH if not for this one. */
    private int behindOne(int at, byte one) {
        return switch (pattern[at]) {
            case '?' -> at + 1;
            case '[' -> behindClass(at + 1, one);
            case '\\' -> behindLiteral(at + 1 < pattern.length ? at + 1 : at, one);
            default -> behindLiteral(at, one);
        };
    }

    private int behindLiteral(int at, byte one) {
        return pattern[at] == one ? at + 1 : NO_MATCH;
    }

    /** A class need not be closed; bytes are compared as signed ones, as Redis does. */
    private int behindClass(int from, byte one) {
        boolean isNegated = from < pattern.length && pattern[from] == '^';
        int at = isNegated ? from + 1 : from;
        boolean found = false;
        while (at < pattern.length) {
            int left = pattern.length - at;
            if (pattern[at] == '\\' && left >= 2) {
                found |= pattern[at + 1] == one;
                at += 2;
            } else if (pattern[at] == ']') {
                return found != isNegated ? at + 1 : NO_MATCH;
            } else if (left >= 3 && pattern[at + 1] == '-') {
                found |= isBetween(pattern[at], pattern[at + 2], one);
                at += 3;
            } else {
                found |= pattern[at] == one;
                at++;
            }
        }
        return found != isNegated ? at : NO_MATCH;
    }

    private static boolean isBetween(byte a, byte b, byte one) {
        return Math.min(a, b) <= one && one <= Math.max(a, b);
    }
}
