package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Decimals;
import io.paxosstore.redis.resp.FloatText;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.nio.charset.StandardCharsets;

/** Commands on strings that are numbers. */
public final class Counters {
    private static final byte[] ZERO = {'0'};

    private Counters() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("string")
                .write(
                        "INCR",
                        2,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Adds 1 to a key's number",
                        (keys, in) -> add(keys, in.bytes(1), 1),
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "DECR",
                        2,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Takes 1 from a key's number",
                        (keys, in) -> add(keys, in.bytes(1), -1),
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "INCRBY",
                        3,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Adds to a key's number",
                        (keys, in) -> add(keys, in.bytes(1), in.integer(2)),
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "DECRBY",
                        3,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Takes from a key's number",
                        (keys, in) -> add(keys, in.bytes(1), negated(in.integer(2))),
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "INCRBYFLOAT",
                        3,
                        KeyPositions.FIRST,
                        "2.6.0",
                        "Adds to a key's floating point number",
                        Counters::addDecimal,
                        Flag.DENYOOM,
                        Flag.FAST);
    }

    private static long negated(long number) {
        if (number == Long.MIN_VALUE) {
            throw new RedisError("ERR decrement would overflow");
        }
        return -number;
    }

    private static Reply add(Keyspace keys, byte[] key, long delta) {
        Result.Value before = keys.string(key);
        byte[] digits = before.value();
        long number = sum(digits == null ? 0 : Arguments.integer(digits), delta);
        byte[] after = Long.toString(number).getBytes(StandardCharsets.US_ASCII);
        keys.putString(key, after, before.deadlineMillis());
        keys.event(EventClass.STRING, "incrby", key);
        return new Reply.Number(number);
    }

    /**
     * The sum of two whole numbers.
     *
     * @throws RedisError if it has more than 64 bits
     */
    static long sum(long number, long delta) {
        try {
            return Math.addExact(number, delta);
        } catch (ArithmeticException e) {
            throw new RedisError("ERR increment or decrement would overflow");
        }
    }

    private static FloatText decimal(byte[] word) {
        FloatText number = Decimals.read(word);
        if (number == null) {
            throw RedisError.notAFloat();
        }
        return number;
    }

    private static Reply addDecimal(Keyspace keys, Arguments in) {
        byte[] key = in.bytes(1);
        Result.Value before = keys.string(key);
        byte[] digits = before.value();
        FloatText number = decimal(digits == null ? ZERO : digits);
        byte[] after = Decimals.sum(number, decimal(in.bytes(2)));
        keys.putString(key, after, before.deadlineMillis());
        keys.event(EventClass.STRING, "incrbyfloat", key);
        return new Reply.Bulk(after);
    }
}
