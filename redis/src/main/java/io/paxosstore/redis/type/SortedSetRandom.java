package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.concurrent.ThreadLocalRandom;

/** ZRANDMEMBER. Of sets of more than 10,000 members some may be chosen more often than others. */
public final class SortedSetRandom {
    private SortedSetRandom() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("sorted-set")
                .read(
                        "ZRANDMEMBER",
                        -2,
                        KeyPositions.FIRST,
                        "6.2.0",
                        "Returns random members of a sorted set",
                        SortedSetRandom::execute);
    }

    private static Reply execute(Keyspace keys, Arguments in) {
        if (in.count() == 2) {
            ScoredMembers set = ScoredMembers.of(keys, in.bytes(1));
            return set.isEmpty() ? Reply.NULL : new Reply.Bulk(random(keys, set).one().member());
        }
        long count = RandomCount.of(in.bytes(2));
        boolean withScores = in.count() == 4 && in.is(3, "WITHSCORES");
        if (in.count() > 3 && !withScores) {
            throw RedisError.syntax();
        }
        if (withScores && Math.abs(count) > Long.MAX_VALUE / 2) {
            throw RedisError.outOfRange();
        }
        ScoredMembers set = ScoredMembers.of(keys, in.bytes(1));
        return set.isEmpty() || count == 0
                ? Reply.EMPTY
                : ScoredReplies.members(RandomCount.choose(count, random(keys, set)), withScores);
    }

    private static RandomElements<Scored> random(Keyspace keys, ScoredMembers set) {
        return new RandomElements<>(keys, set, ThreadLocalRandom.current());
    }
}
