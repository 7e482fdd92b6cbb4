package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.SortedSetRange;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.FloatText;
import io.paxosstore.redis.resp.RedisError;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Scores, and ranges of sorted sets, as words of commands. */
public final class Scores {
    private static final byte[] NOTHING = {};

    /** A range that no member is in. */
    private static final SortedSetRange NO_MEMBER =
            new SortedSetRange.ByMember(NOTHING, true, NOTHING, true);

    private Scores() {}

    /**
     * A score: a number that is not too large or too small for 64 bits, or infinity.
     *
     * @throws RedisError if it is none
     */
    public static double of(byte[] word) {
        return of(word, "ERR value is not a valid float");
    }

    /**
     * Like {@link #of(byte[])}.
     *
     * @param error what is said if it is none
     */
    public static double of(byte[] word, String error) {
        FloatText number = FloatText.whole(new String(word, StandardCharsets.ISO_8859_1));
        double value = number == null ? Double.NaN : number.value();
        if (number == null || number.isNaN() || number.isOutOfRange(value)) {
            throw new RedisError(error);
        }
        return value;
    }

    /**
     * The members of ranks.
     *
     * @throws RedisError if one is no number
     */
    static SortedSetRange byRank(Arguments in, int from, int to) {
        return new SortedSetRange.ByRank(in.integer(from), in.integer(to));
    }

    /**
     * The members of scores.
     *
     * @throws RedisError if an end is no number
     */
    static SortedSetRange byScore(byte[] min, byte[] max) {
        return new SortedSetRange.ByScore(
                bound(min), isExclusive(min), bound(max), isExclusive(max));
    }

    private static boolean isExclusive(byte[] word) {
        return word.length > 0 && word[0] == '(';
    }

    /** As C's strtod reads it, to the first byte 0: spaces before it, and nothing for 0. */
    private static double bound(byte[] word) {
        String text = new String(word, StandardCharsets.ISO_8859_1);
        int from = isExclusive(word) ? 1 : 0;
        if (from >= FloatText.endOf(text)) {
            return 0;
        }
        FloatText number = FloatText.upToZero(text, from);
        if (number == null) {
            throw new RedisError("ERR min or max is not a float");
        }
        return number.value();
    }

    /**
     * The members between two.
     *
     * @throws RedisError if an end does not begin as it must
     */
    static SortedSetRange byMember(byte[] min, byte[] max) {
        checkBound(min);
        checkBound(max);
        if (min[0] == '+' || max[0] == '-') {
            return NO_MEMBER;
        }
        return new SortedSetRange.ByMember(
                min[0] == '-' ? NOTHING : rest(min),
                min[0] == '(',
                max[0] == '+' ? null : rest(max),
                max[0] == '(');
    }

    private static byte[] rest(byte[] word) {
        return Arrays.copyOfRange(word, 1, word.length);
    }

    private static void checkBound(byte[] word) {
        char first = word.length == 0 ? 0 : (char) word[0];
        boolean isEnd = first == '+' || first == '-';
        boolean isAlone = word.length < 2 || word[1] == 0;
        if (!(isEnd && isAlone) && first != '(' && first != '[') {
            throw new RedisError("ERR min or max not valid string range item");
        }
    }
}
