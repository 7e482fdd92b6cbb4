package io.paxosstore.redis.type;

/**
 * A range of the bits of a string.
 *
 * @param from the first
 * @param to the last; less than from if there are none
 */
record BitRange(long from, long to) {
    private static final int BYTE_BITS = 8;

    /** All bits. */
    static BitRange all(byte[] value) {
        return new BitRange(0, (long) BYTE_BITS * value.length - 1);
    }

    /**
     * Those from one bit or byte to another, negative ones counted from the end; of what is outside
     * of the string nothing.
     */
    static BitRange of(byte[] value, long from, long to, boolean isBits) {
        long length = isBits ? (long) BYTE_BITS * value.length : value.length;
        long first = Math.max(0, from < 0 ? from + length : from);
        long last = Math.min(length - 1, Math.max(0, to < 0 ? to + length : to));
        if (first > last) {
            return new BitRange(0, -1);
        }
        return isBits
                ? new BitRange(first, last)
                : new BitRange(first * BYTE_BITS, last * BYTE_BITS + BYTE_BITS - 1);
    }

    boolean isEmpty() {
        return from > to;
    }

    /** How many of them are set. */
    long count(byte[] value) {
        long count = 0;
        long bit = from;
        while (bit <= to) {
            if ((bit & 7) == 0 && bit + 7 <= to) {
                count += Integer.bitCount(value[(int) (bit >> 3)] & 0xff);
                bit += BYTE_BITS;
            } else {
                count += Bits.bit(value, bit);
                bit++;
            }
        }
        return count;
    }

    /** The first that is 1, or 0; -1 if none is. */
    long first(byte[] value, int wanted) {
        byte none = (byte) (wanted == 1 ? 0 : 0xff);
        long bit = from;
        while (bit <= to) {
            if ((bit & 7) == 0 && value[(int) (bit >> 3)] == none) {
                bit += BYTE_BITS;
            } else if (Bits.bit(value, bit) == wanted) {
                return bit;
            } else {
                bit++;
            }
        }
        return -1;
    }
}
