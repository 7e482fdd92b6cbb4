package io.paxosstore.redis.data;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;

/**
 * What a SCAN command asks for. Immutable.
 *
 * @param cursor where to go on, an unsigned number; 0 for the beginning
 * @param count about how many members are wanted, positive
 * @param match what they are to match; null for all
 */
public record ScanOptions(long cursor, long count, @Nullable Glob match) {
    private static final long COUNT_DEFAULT = 10;

    /**
     * Reads MATCH and COUNT, which are all words from this index on.
     *
     * @param cursor see {@link #cursor(byte[])}, which Redis reads before it looks for the key
     * @throws RedisError if there is anything else, or COUNT is no positive number
     */
    public static ScanOptions read(Arguments in, int from, long cursor) {
        long count = COUNT_DEFAULT;
        Glob match = null;
        for (int i = from; i < in.count(); i += 2) {
            if (i + 1 == in.count()) {
                throw RedisError.syntax();
            } else if (in.is(i, "COUNT")) {
                count = count(in.integer(i + 1));
            } else if (in.is(i, "MATCH")) {
                Glob glob = new Glob(in.bytes(i + 1));
                match = glob.isAll() ? null : glob;
            } else {
                throw RedisError.syntax();
            }
        }
        return new ScanOptions(cursor, count, match);
    }

    private static long count(long wanted) {
        if (wanted < 1) {
            throw RedisError.syntax();
        }
        return wanted;
    }

    /**
     * A cursor of a client: an unsigned number of 64 bits. Like Redis this takes a sign before it,
     * and nothing for 0.
     *
     * @throws RedisError if it is none
     */
    public static long cursor(byte[] word) {
        String text = new String(word, StandardCharsets.ISO_8859_1);
        if (text.isEmpty()) {
            return 0;
        }
        boolean isNegative = text.charAt(0) == '-';
        String digits = isNegative || text.charAt(0) == '+' ? text.substring(1) : text;
        try {
            if (!digits.startsWith("+")) {
                long number = Long.parseUnsignedLong(digits);
                return isNegative ? -number : number;
            }
        } catch (NumberFormatException e) {
            // no number: see below
        }
        throw new RedisError("ERR invalid cursor");
    }

    /** Whether a member is among those wanted. */
    public boolean matches(byte[] member) {
        return match == null || match.matches(member);
    }
}
