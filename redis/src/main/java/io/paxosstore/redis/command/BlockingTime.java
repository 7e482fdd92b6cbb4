package io.paxosstore.redis.command;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

/** How long a command waits that blocks. */
public final class BlockingTime {
    private static final double MILLIS_PER_SECOND = 1000;

    private BlockingTime() {}

    /**
     * The time in milliseconds; 0 for ever.
     *
     * @param at the index of the word that says it, in seconds
     * @throws RedisError if it is no time
     */
    public static long millis(Arguments command, int at) {
        double seconds;
        try {
            seconds = command.real(at);
        } catch (RedisError e) {
            throw new RedisError("ERR timeout is not a float or out of range");
        }
        double millis = Math.ceil(seconds * MILLIS_PER_SECOND);
        if (millis < 0) {
            throw new RedisError("ERR timeout is negative");
        }
        if (millis > Long.MAX_VALUE / 2.0) {
            throw new RedisError("ERR timeout is not a float or out of range");
        }
        return (long) millis;
    }

    /** The index of the word that says it: the last one, but for commands that count their keys. */
    public static int at(Arguments command, CommandSpec spec) {
        return spec.keys() instanceof KeyPositions.Counted ? 1 : command.count() - 1;
    }
}
