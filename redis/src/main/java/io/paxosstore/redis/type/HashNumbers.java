package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Decimals;
import io.paxosstore.redis.resp.FloatText;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.List;

/**
 * Commands on fields of hashes that are numbers. HINCRBY keeps the time to live that a field may
 * have of another client; HINCRBYFLOAT writes a field that does not expire.
 */
public final class HashNumbers {
    private static final byte[] ZERO = {'0'};

    private HashNumbers() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("hash")
                .write(
                        "HINCRBY",
                        4,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Adds to the number of a field",
                        HashNumbers::add,
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "HINCRBYFLOAT",
                        4,
                        KeyPositions.FIRST,
                        "2.6.0",
                        "Adds to the floating point number of a field",
                        HashNumbers::addDecimal,
                        Flag.DENYOOM,
                        Flag.FAST);
    }

    private static Reply add(Keyspace keys, Arguments in) {
        long delta = in.integer(3);
        MapFields fields = MapFields.of(keys, in.bytes(1));
        byte[] before = fields.value(in.bytes(2));
        if (before != null && !Arguments.isInteger(before)) {
            throw new RedisError("ERR hash value is not an integer");
        }
        Counters.sum(before == null ? 0 : Arguments.integer(before), delta);
        long sum = fields.increment(in.bytes(2), delta);
        fields.told("hincrby");
        return new Reply.Number(sum);
    }

    private static Reply addDecimal(Keyspace keys, Arguments in) {
        FloatText delta = Decimals.read(in.bytes(3));
        if (delta == null) {
            throw RedisError.notAFloat();
        }
        if (delta.isInfinite()) {
            throw new RedisError("ERR value is NaN or Infinity");
        }
        MapFields fields = MapFields.of(keys, in.bytes(1));
        byte[] before = fields.value(in.bytes(2));
        FloatText number = Decimals.read(before == null ? ZERO : before);
        if (number == null) {
            throw new RedisError("ERR hash value is not a float");
        }
        byte[] after = Decimals.sum(number, delta);
        fields.put(List.of(new MapOperation.Field(in.bytes(2), after)));
        fields.told("hincrbyfloat");
        return new Reply.Bulk(after);
    }
}
