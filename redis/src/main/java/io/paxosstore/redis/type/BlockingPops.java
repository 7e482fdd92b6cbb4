package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.redis.command.BlockingTime;
import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.List;

/**
 * Commands that wait until a list or sorted set holds something. What is here is one attempt, which
 * waits for nothing, as within a transaction; the connection attempts again when something has
 * changed.
 */
public final class BlockingPops {
    private static final Page ONE = Page.of(1);

    private BlockingPops() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("list")
                .write(
                        "BLPOP",
                        -3,
                        KeyPositions.ALL_BUT_LAST,
                        "2.0.0",
                        "Takes the first element of the first list that has one, or waits",
                        (keys, in) -> pop(keys, in, true),
                        Flag.BLOCKING,
                        Flag.NOSCRIPT)
                .write(
                        "BRPOP",
                        -3,
                        KeyPositions.ALL_BUT_LAST,
                        "2.0.0",
                        "Takes the last element of the first list that has one, or waits",
                        (keys, in) -> pop(keys, in, false),
                        Flag.BLOCKING,
                        Flag.NOSCRIPT)
                .write(
                        "BLMOVE",
                        6,
                        KeyPositions.FIRST_TWO,
                        "6.2.0",
                        "Takes an element from a list and adds it to another, or waits",
                        (keys, in) -> {
                            ListEnd from = ListEnd.of(in, 3);
                            ListEnd to = ListEnd.of(in, 4);
                            return ListEnds.move(keys, checked(in, 5), from, to);
                        },
                        Flag.DENYOOM,
                        Flag.BLOCKING,
                        Flag.NOSCRIPT)
                .write(
                        "BRPOPLPUSH",
                        4,
                        KeyPositions.FIRST_TWO,
                        "2.2.0",
                        "Takes the last element of a list and adds it to another, or waits",
                        (keys, in) ->
                                ListEnds.move(keys, checked(in, 3), ListEnd.RIGHT, ListEnd.LEFT),
                        Flag.DENYOOM,
                        Flag.BLOCKING,
                        Flag.NOSCRIPT)
                .write(
                        "BLMPOP",
                        -5,
                        new KeyPositions.Counted(2, false),
                        "7.0.0",
                        "Takes elements from an end of the first list that has any, or waits",
                        (keys, in) ->
                                ListEnds.popFirstOf(keys, withoutTime(in), () -> checked(in, 1)),
                        Flag.BLOCKING);
    }

    /** The commands on sorted sets. */
    public static CommandGroup ofSortedSets() {
        return new CommandGroup("sorted-set")
                .write(
                        "BZPOPMIN",
                        -3,
                        KeyPositions.ALL_BUT_LAST,
                        "5.0.0",
                        "Takes the first member of the first sorted set that has one, or waits",
                        (keys, in) -> popScored(keys, in, false),
                        Flag.FAST,
                        Flag.BLOCKING,
                        Flag.NOSCRIPT)
                .write(
                        "BZPOPMAX",
                        -3,
                        KeyPositions.ALL_BUT_LAST,
                        "5.0.0",
                        "Takes the last member of the first sorted set that has one, or waits",
                        (keys, in) -> popScored(keys, in, true),
                        Flag.FAST,
                        Flag.BLOCKING,
                        Flag.NOSCRIPT)
                .write(
                        "BZMPOP",
                        -5,
                        new KeyPositions.Counted(2, false),
                        "7.0.0",
                        "Takes members from an end of the first sorted set that has any, or waits",
                        (keys, in) ->
                                ZPopCommand.popOfFirst(keys, withoutTime(in), () -> checked(in, 1)),
                        Flag.BLOCKING);
    }

    /** The command, if the time in it is one. */
    private static Arguments checked(Arguments in, int timeAt) {
        BlockingTime.millis(in, timeAt);
        return in;
    }

    /** The same command as if it did not wait: its time is the first word behind the name. */
    private static Arguments withoutTime(Arguments in) {
        List<byte[]> words = new ArrayList<>(in.from(1));
        words.set(0, in.bytes(0));
        return new Arguments(words);
    }

    private static Reply popScored(Keyspace keys, Arguments in, boolean last) {
        checked(in, in.count() - 1);
        for (byte[] key : in.list(1, in.count() - 1)) {
            ScoredMembers set = ScoredMembers.of(keys, key);
            if (!set.isEmpty()) {
                SortedSetOperation.Scored popped = set.pop(1, last).getFirst();
                return new Reply.Array(
                        List.of(
                                new Reply.Bulk(key),
                                new Reply.Bulk(popped.member()),
                                new Reply.Real(popped.score())));
            }
        }
        return Reply.NULL_ARRAY;
    }

    private static Reply pop(Keyspace keys, Arguments in, boolean first) {
        checked(in, in.count() - 1);
        for (byte[] key : in.list(1, in.count() - 1)) {
            if (keys.size(key, ObjectType.LIST) > 0) {
                String name = keys.name(key);
                ListOperation pop =
                        first
                                ? new ListOperation.PopFirst(name, ONE)
                                : new ListOperation.PopLast(name, ONE);
                byte[] element = keys.run(pop, Result.Elements.class).elements().getFirst();
                ListEnds.popped(keys, key, first ? ListEnd.LEFT : ListEnd.RIGHT);
                return Reply.bulks(List.of(key, element));
            }
        }
        return Reply.NULL_ARRAY;
    }
}
