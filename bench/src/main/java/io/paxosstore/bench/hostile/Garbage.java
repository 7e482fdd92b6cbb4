package io.paxosstore.bench.hostile;

import io.paxosstore.core.RandomSource;

import java.util.Arrays;

/** Bytes drawn at random, and numbers at the ends of their ranges. */
final class Garbage {
    private static final int BYTES_MAX = 2_000;
    private static final int ALTERED_MAX = 4;

    private static final long[] EXTREMES = {
        0,
        1,
        -1,
        2,
        127,
        128,
        255,
        256,
        65_535,
        65_536,
        (1 << 24) - 1,
        1 << 24,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        1L << 32,
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };

    private Garbage() {}

    /** Some bytes, 1 at least. */
    static byte[] bytes(RandomSource random) {
        return exactly(1 + random.nextInt(BYTES_MAX), random);
    }

    /** So many bytes. */
    static byte[] exactly(int count, RandomSource random) {
        byte[] bytes = new byte[count];
        for (int at = 0; at < count; at++) {
            bytes[at] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    /** A copy of which a few bytes, or none, from a place on are others. */
    static byte[] altered(byte[] sound, int from, RandomSource random) {
        byte[] bytes = sound.clone();
        int count = random.nextInt(ALTERED_MAX);
        for (int number = 0; number < count; number++) {
            bytes[from + random.nextInt(bytes.length - from)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    /** A copy of another length: cut off somewhere, or with a few bytes behind it. */
    static byte[] resized(byte[] sound, RandomSource random) {
        return Arrays.copyOf(sound, random.nextInt(sound.length + ALTERED_MAX));
    }

    /** A number that some code may not expect. */
    static long number(RandomSource random) {
        return random.chance(0.8) ? EXTREMES[random.nextInt(EXTREMES.length)] : random.nextLong();
    }
}
