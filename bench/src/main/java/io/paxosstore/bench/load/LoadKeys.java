package io.paxosstore.bench.load;

import io.paxosstore.core.RandomSource;

import java.nio.charset.StandardCharsets;

/** Turns key numbers into keys: {@code key} and nine decimal digits. */
public final class LoadKeys {
    private static final byte[] PREFIX = "key".getBytes(StandardCharsets.US_ASCII);
    private static final int DIGITS = 9;
    private static final long NUMBER_LIMIT = 1_000_000_000L;

    /** The length of every key. */
    public static final int BYTES = PREFIX.length + DIGITS;

    private LoadKeys() {}

    /** The key of a number from 0 to 999,999,999. */
    public static byte[] key(long number) {
        if (number < 0 || number >= NUMBER_LIMIT) {
            throw new IllegalArgumentException("key number " + number + " has over nine digits");
        }
        byte[] key = new byte[BYTES];
        System.arraycopy(PREFIX, 0, key, 0, PREFIX.length);
        long rest = number;
        for (int at = key.length - 1; at >= PREFIX.length; at--) {
            key[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return key;
    }

    /** Bytes that do not compress. */
    static byte[] randomValue(int length, RandomSource random) {
        byte[] value = new byte[length];
        for (int at = 0; at < length; at++) {
            value[at] = (byte) random.nextLong();
        }
        return value;
    }
}
