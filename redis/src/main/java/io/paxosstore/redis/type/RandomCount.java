package io.paxosstore.redis.type;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

import java.util.List;

/** How many random elements a client wants: a negative number where one may come twice. */
final class RandomCount {
    private RandomCount() {}

    /**
     * The count that a word is.
     *
     * @throws RedisError if it is none, or the least number, which has no positive one
     */
    static long of(byte[] word) {
        long count = Arguments.integer(word);
        if (count == Long.MIN_VALUE) {
            throw new RedisError(
                    "ERR value is out of range, value must between "
                            + -Long.MAX_VALUE
                            + " and "
                            + Long.MAX_VALUE);
        }
        return count;
    }

    /** So many elements. */
    static <E> List<E> choose(long count, RandomElements<E> elements) {
        return count < 0 ? elements.repeated(-count) : elements.distinct(count);
    }
}
