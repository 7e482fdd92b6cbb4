package io.paxosstore.redis.type;

import io.paxosstore.redis.resp.RedisError;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The longest common subsequence of two strings: of several equally long ones, and of the ranges
 * that it consists of, the same that Redis finds. Takes as many steps as the product of the lengths
 * says, and a bit of memory for each; they are counted.
 */
final class CommonSubsequence {
    /** Greatest product of the lengths. */
    private static final long STEPS_MAX = 64_000_000;

    /** So many take as long as a step of the meter. */
    private static final int STEPS_PER_METER = 16;

    private final LongConsumer meter;
    private final byte[] first;
    private final byte[] second;
    private final int length;

    /** For each pair of prefixes: whether the longer sequence is that without the last of first. */
    private final long[] shortensFirst;

    private final List<Match> matches = new ArrayList<>();

    /** Where the range begins that is being gone through backwards; -1 for none. */
    private int firstStart = -1;

    private int secondStart;
    private int matchLength;

    /**
     * A range that is in both.
     *
     * @param first where it begins in the first string
     * @param second where it begins in the second
     */
    record Match(int first, int second, int length) {}

    /**
     * Finds it.
     *
     * @param meter is told of steps, see {@link io.paxosstore.redis.data.Keyspace#work}, and throws
     *     an exception to end it
     * @throws RedisError if the strings are too long for that
     */
    CommonSubsequence(byte[] first, byte[] second, LongConsumer meter) {
        long steps = (long) first.length * second.length;
        if (steps > STEPS_MAX) {
            throw new RedisError(
                    "ERR the strings are too long: the product of their lengths is to be "
                            + STEPS_MAX
                            + " at most");
        }
        this.meter = meter;
        this.first = first;
        this.second = second;
        this.shortensFirst = new long[(int) (steps / Long.SIZE) + 1];
        this.length = measure();
    }

    private int measure() {
        int[] above = new int[second.length + 1];
        int[] row = new int[second.length + 1];
        for (int i = 1; i <= first.length; i++) {
            meter.accept(1 + second.length / STEPS_PER_METER);
            for (int j = 1; j <= second.length; j++) {
                if (first[i - 1] == second[j - 1]) {
                    row[j] = above[j - 1] + 1;
                } else if (above[j] > row[j - 1]) {
                    row[j] = above[j];
                    long bit = bit(i, j);
                    shortensFirst[(int) (bit / Long.SIZE)] |= 1L << bit;
                } else {
                    row[j] = row[j - 1];
                }
            }
            int[] next = above;
            above = row;
            row = next;
        }
        return above[second.length];
    }

    private long bit(int i, int j) {
        return (long) (i - 1) * second.length + j - 1;
    }

    private boolean isFirstShortened(int i, int j) {
        long bit = bit(i, j);
        return (shortensFirst[(int) (bit / Long.SIZE)] >>> bit & 1) == 1;
    }

    /** How long it is. */
    int length() {
        return length;
    }

    /** The sequence. */
    byte[] bytes() {
        byte[] bytes = new byte[length];
        int left = length;
        int i = first.length;
        int j = second.length;
        while (i > 0 && j > 0) {
            if (first[i - 1] == second[j - 1]) {
                i--;
                j--;
                left--;
                bytes[left] = first[i];
            } else if (isFirstShortened(i, j)) {
                i--;
            } else {
                j--;
            }
        }
        return bytes;
    }

    /** The ranges that it consists of, the last one first. To be called once. */
    List<Match> matches() {
        int i = first.length;
        int j = second.length;
        while (i > 0 && j > 0) {
            if (first[i - 1] == second[j - 1]) {
                i--;
                j--;
                matched(i, j);
            } else {
                if (isFirstShortened(i, j)) {
                    i--;
                } else {
                    j--;
                }
                endMatch();
            }
        }
        return matches;
    }

    /** Like Redis: a byte beside the range before it, with no other between, is left out. */
    private void matched(int i, int j) {
        boolean goesOn = firstStart == i + 1 && secondStart == j + 1;
        if (firstStart < 0 || goesOn) {
            matchLength = goesOn ? matchLength + 1 : 1;
            firstStart = i;
            secondStart = j;
        } else {
            endMatch();
        }
        if (firstStart == 0 || secondStart == 0) {
            endMatch();
        }
    }

    private void endMatch() {
        if (firstStart >= 0) {
            matches.add(new Match(firstStart, secondStart, matchLength));
        }
        firstStart = -1;
    }
}
