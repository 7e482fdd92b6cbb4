package io.paxosstore.redis.type;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * How wide a number is that lies in the bits of a string, and whether it has a sign.
 *
 * @param bits 1 to 63, or 64 with a sign
 */
record BitField(boolean isSigned, int bits) {
    /** What becomes of a number that is too great or too small. */
    enum Overflow {
        /** Its highest bits go. */
        WRAP,
        /** It becomes the greatest or least one. */
        SAT,
        /** It is not written. */
        FAIL
    }

    /**
     * The field that a word such as {@code i16} or {@code u8} describes.
     *
     * @throws RedisError if it describes none
     */
    static BitField of(byte[] word) {
        boolean isSigned = word.length > 0 && word[0] == 'i';
        boolean isUnsigned = word.length > 0 && word[0] == 'u';
        byte[] digits = word.length == 0 ? word : Arrays.copyOfRange(word, 1, word.length);
        if ((isSigned || isUnsigned) && Arguments.isInteger(digits)) {
            long bits = Arguments.integer(digits);
            if (bits >= 1 && bits <= (isSigned ? 64 : 63)) {
                return new BitField(isSigned, (int) bits);
            }
        }
        throw new RedisError(
                "ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not"
                        + " supported but i64 is.");
    }

    /** The number there; what is behind the end is 0. */
    long get(byte[] bytes, long offset) {
        long number = 0;
        for (int i = 0; i < bits; i++) {
            number = number << 1 | Bits.bit(bytes, offset + i);
        }
        int unused = Long.SIZE - bits;
        return isSigned ? number << unused >> unused : number;
    }

    /** Writes a number there. */
    void set(byte[] bytes, long offset, long number) {
        for (int i = 0; i < bits; i++) {
            long at = offset + i;
            int mask = 0x80 >> (at & 7);
            int index = (int) (at >> 3);
            boolean isSet = (number >>> (bits - 1 - i) & 1) == 1;
            bytes[index] = (byte) (isSet ? bytes[index] | mask : bytes[index] & ~mask);
        }
    }

    /** The sum as it fits; null if it does not, and is to fail then. */
    @Nullable Long sum(long number, long delta, Overflow overflow) {
        int over = isSigned ? signedOverflow(number, delta) : unsignedOverflow(number, delta);
        if (over == 0) {
            return number + delta;
        }
        return switch (overflow) {
            case WRAP -> wrapped(number + delta);
            case SAT -> over > 0 ? greatest() : least();
            case FAIL -> null;
        };
    }

    private long greatest() {
        return (1L << (isSigned ? bits - 1 : bits)) - 1;
    }

    private long least() {
        return isSigned ? -greatest() - 1 : 0;
    }

    private long wrapped(long sum) {
        int unused = Long.SIZE - bits;
        return isSigned ? sum << unused >> unused : sum << unused >>> unused;
    }

    /**
     * Positive if the sum is too great, negative if it is too small. The differences overflow where
     * they do in Redis, for the same results.
     */
    private int signedOverflow(long number, long delta) {
        long most = greatest() - number;
        long least = least() - number;
        boolean narrow = bits < Long.SIZE;
        if (number > greatest()
                || (narrow && delta > most)
                || (number >= 0 && delta > 0 && delta > most)) {
            return 1;
        }
        boolean isLess =
                number < least()
                        || (narrow && delta < least)
                        || (number < 0 && delta < 0 && delta < least);
        return isLess ? -1 : 0;
    }

    /** The same of a number without a sign, which may be one of 64 bits. */
    private int unsignedOverflow(long number, long delta) {
        if (Long.compareUnsigned(number, greatest()) > 0
                || (delta > 0 && delta > greatest() - number)) {
            return 1;
        }
        return delta < 0 && delta < -number ? -1 : 0;
    }
}
