package io.paxosstore.redis.command;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Decimals;
import io.paxosstore.redis.resp.FloatText;
import io.paxosstore.redis.resp.RedisError;

/** How long a command waits that blocks. */
public final class BlockingTime {
    /** The time of a command that does not wait. */
    public static final long NEVER = -1;

    private static final double MILLIS_PER_SECOND = 1000;

    /** As good as for ever. */
    private static final long MILLIS_MAX = Long.MAX_VALUE / 2;

    private BlockingTime() {}

    /**
     * The time in milliseconds; 0 for ever.
     *
     * @param at the index of the word that says it, in seconds
     * @throws RedisError if it is no time
     */
    public static long millis(Arguments command, int at) {
        FloatText seconds = Decimals.read(command.bytes(at));
        if (seconds == null) {
            throw new RedisError("ERR timeout is not a float or out of range");
        }
        double millis = Math.ceil(seconds.value() * MILLIS_PER_SECOND);
        if (millis < 0 || millis >= Long.MAX_VALUE) {
            throw negative(); // beyond 64 bits, too
        }
        return Math.min((long) millis, MILLIS_MAX);
    }

    private static RedisError negative() {
        return new RedisError("ERR timeout is negative");
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
            throw negative();
        }
        return Math.min(millis, MILLIS_MAX);
    }

    /**
     * How long a command waits, in milliseconds; 0 for ever, {@link #NEVER} for not at all. The
     * last word says it, but for commands that count their keys, and for XREAD. A command that has
     * other words to be wrong does not wait if it names no time: it says itself what is wrong, in
     * its own order.
     *
     * @throws RedisError if it is no time
     */
    public static long millis(Arguments command, CommandSpec spec) {
        if (!spec.flags().contains(Flag.BLOCKING)) {
            return NEVER;
        }
        if (spec.keys().equals(KeyPositions.ALL_BUT_LAST)) {
            return millis(command, command.count() - 1);
        }
        try {
            return said(command, spec);
        } catch (RedisError e) {
            return NEVER;
        }
    }

    private static long said(Arguments command, CommandSpec spec) {
        return switch (spec.keys()) {
            case KeyPositions.Streams streams -> {
                int at = streams.optionAt(command, "BLOCK");
                yield at < 0 ? NEVER : ofMillis(command, at + 1);
            }
            case KeyPositions.Counted _ -> millis(command, 1);
            case KeyPositions.Fixed _, KeyPositions.Sorting _, KeyPositions.Storing _ ->
                    millis(command, command.count() - 1);
        };
    }
}
