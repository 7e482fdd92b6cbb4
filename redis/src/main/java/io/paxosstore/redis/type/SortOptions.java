package io.paxosstore.redis.type;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * What a SORT asks for. The arrays must not be changed.
 *
 * @param key whose elements are sorted
 * @param by the pattern of what they are sorted by; null for themselves
 * @param limitStart how many are left out at the beginning
 * @param limitCount most that come; negative for all
 * @param gets the patterns of what comes for each of them; empty for themselves
 * @param isDescending whether the greatest comes first
 * @param isAlpha whether they are compared as strings and not as numbers
 * @param store the key that takes the result; null for none
 */
@SuppressWarnings("ArrayRecordComponent") // words of a command
record SortOptions(
        byte[] key,
        @Nullable SortPattern by,
        long limitStart,
        long limitCount,
        List<SortPattern> gets,
        boolean isDescending,
        boolean isAlpha,
        byte @Nullable [] store) {
    /**
     * Reads them.
     *
     * @param mayStore whether the result may be kept
     * @throws RedisError if they are no options
     */
    static SortOptions of(Arguments in, boolean mayStore) {
        SortPattern by = null;
        long start = 0;
        long count = -1;
        List<SortPattern> gets = new ArrayList<>();
        boolean isDescending = false;
        boolean isAlpha = false;
        byte[] store = null;
        int i = 2;
        while (i < in.count()) {
            String option = in.option(i);
            int left = in.count() - i - 1;
            if (option.equals("ASC") || option.equals("DESC")) {
                isDescending = option.equals("DESC");
            } else if (option.equals("ALPHA")) {
                isAlpha = true;
            } else if (option.equals("LIMIT") && left >= 2) {
                start = in.integer(i + 1);
                count = in.integer(i + 2);
                i += 2;
            } else if (option.equals("STORE") && mayStore && left >= 1) {
                i++;
                store = in.bytes(i);
            } else if (option.equals("BY") && left >= 1) {
                i++;
                by = new SortPattern(option, in.bytes(i));
            } else if (option.equals("GET") && left >= 1) {
                i++;
                gets.add(new SortPattern(option, in.bytes(i)));
            } else {
                throw RedisError.syntax();
            }
            i++;
        }
        return new SortOptions(
                in.bytes(1), by, start, count, List.copyOf(gets), isDescending, isAlpha, store);
    }
}
