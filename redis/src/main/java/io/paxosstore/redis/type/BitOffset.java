package io.paxosstore.redis.type;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

import java.util.Arrays;

/** Places of bits in strings; the first one is the highest bit of the first byte. */
final class BitOffset {
    /** Redis takes no strings longer than this. */
    private static final long BYTES_MAX = 512L << 20;

    private BitOffset() {}

    /**
     * The place that a word names.
     *
     * @throws RedisError if it names none, or one behind all strings
     */
    static long of(byte[] word) {
        return checked(word, 1);
    }

    /**
     * Like {@link #of}; behind {@code #} a number counts fields.
     *
     * @param bits how wide the fields are
     */
    static long ofField(byte[] word, int bits) {
        boolean counts = word.length > 0 && word[0] == '#';
        return counts ? checked(Arrays.copyOfRange(word, 1, word.length), bits) : checked(word, 1);
    }

    private static long checked(byte[] digits, int unit) {
        if (Arguments.isInteger(digits)) {
            long number = Arguments.integer(digits);
            if (number >= 0 && number < 8 * BYTES_MAX && number * unit < 8 * BYTES_MAX) {
                return number * unit;
            }
        }
        throw new RedisError("ERR bit offset is not an integer or out of range");
    }

    /** How many bytes a string has at least that has a bit there. */
    static long bytes(long offset) {
        return (offset >> 3) + 1;
    }
}
