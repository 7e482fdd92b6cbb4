package io.paxosstore.redis.type;

import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.data.ScanOptions;
import io.paxosstore.redis.data.ScanPage;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reals;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Commands on single sorted sets and their members. */
public final class SortedSets {
    private SortedSets() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("sorted-set")
                .write(
                        "ZADD",
                        -4,
                        KeyPositions.FIRST,
                        "1.2.0",
                        "Adds members to a sorted set or changes their scores, with conditions",
                        ZAddCommand::add,
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "ZINCRBY",
                        4,
                        KeyPositions.FIRST,
                        "1.2.0",
                        "Adds to the score of a sorted set's member",
                        ZAddCommand::increment,
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "ZREM",
                        -3,
                        KeyPositions.FIRST,
                        "1.2.0",
                        "Removes members of a sorted set, and the key with the last of them",
                        (keys, in) -> new Reply.Number(members(keys, in).remove(in.from(2))),
                        Flag.FAST)
                .read(
                        "ZSCORE",
                        3,
                        KeyPositions.FIRST,
                        "1.2.0",
                        "Returns the score of a sorted set's member",
                        (keys, in) -> ScoredReplies.score(members(keys, in).score(in.bytes(2))),
                        Flag.FAST)
                .read(
                        "ZMSCORE",
                        -3,
                        KeyPositions.FIRST,
                        "6.2.0",
                        "Returns the scores of a sorted set's members",
                        SortedSets::scores,
                        Flag.FAST)
                .read(
                        "ZCARD",
                        2,
                        KeyPositions.FIRST,
                        "1.2.0",
                        "Returns how many members a sorted set has",
                        (keys, in) -> new Reply.Number(members(keys, in).size()),
                        Flag.FAST)
                .read(
                        "ZRANK",
                        3,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Returns how many members of a sorted set come before one",
                        (keys, in) -> rank(keys, in, false))
                .read(
                        "ZREVRANK",
                        3,
                        KeyPositions.FIRST,
                        "2.0.0",
                        "Returns how many members of a sorted set come after one",
                        (keys, in) -> rank(keys, in, true))
                .write(
                        "ZPOPMIN",
                        -2,
                        KeyPositions.FIRST,
                        "5.0.0",
                        "Removes the first members of a sorted set and returns them",
                        (keys, in) -> ZPopCommand.pop(keys, in, false))
                .write(
                        "ZPOPMAX",
                        -2,
                        KeyPositions.FIRST,
                        "5.0.0",
                        "Removes the last members of a sorted set and returns them",
                        (keys, in) -> ZPopCommand.pop(keys, in, true))
                .write(
                        "ZMPOP",
                        -4,
                        new KeyPositions.Counted(1, false),
                        "7.0.0",
                        "Removes members from an end of the first of several sorted sets that has"
                                + " some",
                        ZPopCommand::popOfFirst)
                .read(
                        "ZSCAN",
                        -3,
                        KeyPositions.FIRST,
                        "2.8.0",
                        "Returns some members of a sorted set with their scores, and where to go"
                                + " on",
                        SortedSets::scan);
    }

    private static ScoredMembers members(Keyspace keys, Arguments in) {
        return ScoredMembers.of(keys, in.bytes(1));
    }

    private static Reply scores(Keyspace keys, Arguments in) {
        List<@Nullable Double> scores = members(keys, in).scores(in.from(2));
        return new Reply.Array(scores.stream().map(ScoredReplies::score).toList());
    }

    private static Reply rank(Keyspace keys, Arguments in, boolean reverse) {
        Long rank = members(keys, in).rank(in.bytes(2), reverse);
        return rank == null ? Reply.NULL : new Reply.Number(rank);
    }

    private static Reply scan(Keyspace keys, Arguments in) {
        long cursor = ScanOptions.cursor(in.bytes(2));
        ScoredMembers set = members(keys, in);
        if (set.isEmpty()) {
            return ScanPage.NOTHING;
        }
        ScanPage<Double> page = new ScanPage<>(keys, ScanOptions.read(in, 3, cursor), set.size());
        set.forEach(one -> page.add(one.member(), one.score(), Double.BYTES));
        return page.reply(
                (member, score) -> List.of(new Reply.Bulk(member), Reply.bulk(Reals.text(score))));
    }
}
