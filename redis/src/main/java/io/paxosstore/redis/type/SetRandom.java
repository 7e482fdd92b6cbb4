package io.paxosstore.redis.type;

import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Commands on random members of sets. Of sets of more than 10,000 members some may be chosen more
 * often than others.
 */
public final class SetRandom {
    private SetRandom() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("set")
                .write(
                        "SPOP",
                        -2,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Removes random members of a set and returns them",
                        SetRandom::pop)
                .read(
                        "SRANDMEMBER",
                        -2,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Returns random members of a set",
                        SetRandom::choose);
    }

    private static RandomElements<byte[]> random(Keyspace keys, SetMembers members) {
        return new RandomElements<>(keys, members, ThreadLocalRandom.current());
    }

    private static Reply choose(Keyspace keys, Arguments in) {
        checkLength(in);
        boolean isOne = in.count() == 2;
        long count = isOne ? 1 : RandomCount.of(in.bytes(2));
        SetMembers members = SetMembers.of(keys, in.bytes(1));
        if (members.isEmpty() || count == 0) {
            return isOne ? Reply.NULL : Reply.EMPTY;
        }
        RandomElements<byte[]> random = random(keys, members);
        return isOne
                ? new Reply.Bulk(random.one())
                : Reply.bulks(RandomCount.choose(count, random));
    }

    private static void checkLength(Arguments in) {
        if (in.count() > 3) {
            throw RedisError.syntax();
        }
    }

    private static Reply pop(Keyspace keys, Arguments in) {
        checkLength(in);
        boolean isOne = in.count() == 2;
        long count = isOne ? 1 : positive(in.bytes(2));
        SetMembers members = SetMembers.of(keys, in.bytes(1));
        if (members.isEmpty() || count == 0) {
            return isOne ? Reply.NULL : Sets.reply(List.of());
        }
        List<byte[]> popped = random(keys, members).distinct(count);
        if (popped.size() == members.size()) {
            keys.event(EventClass.SET, "spop", in.bytes(1));
            keys.deleteAndTell(in.bytes(1));
        } else {
            members.remove(popped, "spop");
        }
        return isOne ? new Reply.Bulk(popped.getFirst()) : Sets.reply(popped);
    }

    private static long positive(byte[] word) {
        if (!Arguments.isInteger(word) || Arguments.integer(word) < 0) {
            throw new RedisError("ERR value is out of range, must be positive");
        }
        return Arguments.integer(word);
    }
}
