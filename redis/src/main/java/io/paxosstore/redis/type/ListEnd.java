package io.paxosstore.redis.type;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

/** The two ends of a list. */
enum ListEnd {
    /** Where the first element is. */
    LEFT,
    /** Where the last element is. */
    RIGHT;

    /**
     * The end that a word names.
     *
     * @throws RedisError if it names none
     */
    static ListEnd of(Arguments in, int index) {
        if (in.is(index, "LEFT")) {
            return LEFT;
        }
        if (in.is(index, "RIGHT")) {
            return RIGHT;
        }
        throw RedisError.syntax();
    }
}
