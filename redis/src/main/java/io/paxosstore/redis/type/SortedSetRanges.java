package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.SortedSetRange;
import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

/** Commands on ranges of sorted sets. */
public final class SortedSetRanges {
    private SortedSetRanges() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("sorted-set")
                .read(
                        "ZRANGE",
                        -4,
                        KeyPositions.FIRST,
                        "1.2.0",
                        "Returns members of a sorted set by rank, score or bytes",
                        ZRangeCommand::any)
                .write(
                        "ZRANGESTORE",
                        -5,
                        KeyPositions.FIRST_TWO,
                        "6.2.0",
                        "Stores members of a sorted set, by rank, score or bytes, as another",
                        ZRangeCommand::store,
                        Flag.DENYOOM)
                .read(
                        "ZREVRANGE",
                        -4,
                        KeyPositions.FIRST,
                        "1.2.0",
                        "Returns members of a sorted set by rank, the last one first",
                        (keys, in) -> ZRangeCommand.of(keys, in, ZRangeCommand.Kind.RANK, true))
                .read(
                        "ZRANGEBYSCORE",
                        -4,
                        KeyPositions.FIRST,
                        "1.0.5",
                        "Returns members of a sorted set by score",
                        (keys, in) -> ZRangeCommand.of(keys, in, ZRangeCommand.Kind.SCORE, false))
                .read(
                        "ZREVRANGEBYSCORE",
                        -4,
                        KeyPositions.FIRST,
                        "2.2.0",
                        "Returns members of a sorted set by score, the last one first",
                        (keys, in) -> ZRangeCommand.of(keys, in, ZRangeCommand.Kind.SCORE, true))
                .read(
                        "ZRANGEBYLEX",
                        -4,
                        KeyPositions.FIRST,
                        "2.8.9",
                        "Returns members of a sorted set by their bytes",
                        (keys, in) -> ZRangeCommand.of(keys, in, ZRangeCommand.Kind.MEMBER, false))
                .read(
                        "ZREVRANGEBYLEX",
                        -4,
                        KeyPositions.FIRST,
                        "2.8.9",
                        "Returns members of a sorted set by their bytes, the last one first",
                        (keys, in) -> ZRangeCommand.of(keys, in, ZRangeCommand.Kind.MEMBER, true))
                .read(
                        "ZCOUNT",
                        4,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Returns how many members of a sorted set have scores of a range",
                        (keys, in) -> count(keys, in, byScore(in)))
                .read(
                        "ZLEXCOUNT",
                        4,
                        KeyPositions.FIRST,
                        "2.8.9",
                        "Returns how many members of a sorted set lie between two",
                        (keys, in) -> count(keys, in, byMember(in)))
                .write(
                        "ZREMRANGEBYRANK",
                        4,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Removes members of a sorted set by rank",
                        (keys, in) -> remove(keys, in, Scores.byRank(in, 2, 3), "zremrangebyrank"))
                .write(
                        "ZREMRANGEBYSCORE",
                        4,
                        KeyPositions.FIRST,
                        "1.2.0",
                        "Removes members of a sorted set by score",
                        (keys, in) -> remove(keys, in, byScore(in), "zremrangebyscore"))
                .write(
                        "ZREMRANGEBYLEX",
                        4,
                        KeyPositions.FIRST,
                        "2.8.9",
                        "Removes members of a sorted set by their bytes",
                        (keys, in) -> remove(keys, in, byMember(in), "zremrangebylex"));
    }

    private static SortedSetRange byScore(Arguments in) {
        return Scores.byScore(in.bytes(2), in.bytes(3));
    }

    private static SortedSetRange byMember(Arguments in) {
        return Scores.byMember(in.bytes(2), in.bytes(3));
    }

    private static Reply count(Keyspace keys, Arguments in, SortedSetRange range) {
        return new Reply.Number(ScoredMembers.of(keys, in.bytes(1)).count(range));
    }

    private static Reply remove(Keyspace keys, Arguments in, SortedSetRange range, String event) {
        return new Reply.Number(ScoredMembers.of(keys, in.bytes(1)).remove(range, event));
    }
}
