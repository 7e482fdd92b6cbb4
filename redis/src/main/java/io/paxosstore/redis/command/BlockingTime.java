package io.paxosstore.redis.command;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

/** How long a command waits that blocks. */
public final class BlockingTime {
    /** The time of a command that does not wait. */
    public static final long NEVER = -1;

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

    /**
     * The time in milliseconds where a word says it so; 0 for ever.
     *
     * @param at the index of the word
     * @throws RedisError if it is no time
     */
    public static long ofMillis(Arguments command, int at) {
        if (!Arguments.isInteger(command.bytes(at))) {
            throw new RedisError("ERR timeout is not an integer or out of range");
        }
        long millis = command.integer(at);
        if (millis < 0) {
            throw new RedisError("ERR timeout is negative");
        }
        return millis;
    }

    /**
     * How long a command waits, in milliseconds; 0 for ever, {@link #NEVER} for not at all. The
     * last word says it, but for commands that count their keys, and for XREAD.
     *
     * @throws RedisError if it is no time
     */
    public static long millis(Arguments command, CommandSpec spec) {
        if (!spec.flags().contains(Flag.BLOCKING)) {
            return NEVER;
        }
        return switch (spec.keys()) {
            case KeyPositions.Streams streams -> {
                int at = streams.optionAt(command, "BLOCK");
                yield at < 0 ? NEVER : ofMillis(command, at + 1);
            }
            case KeyPositions.Counted _ -> millis(command, 1);
            case KeyPositions.Fixed _, KeyPositions.Sorting _ ->
                    millis(command, command.count() - 1);
        };
    }
}
