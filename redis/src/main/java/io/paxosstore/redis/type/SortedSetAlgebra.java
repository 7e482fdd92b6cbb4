package io.paxosstore.redis.type;

import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;

/** Commands on several sorted sets together; sets count as such whose scores are 1. */
public final class SortedSetAlgebra {
    private SortedSetAlgebra() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("sorted-set")
                .read(
                        "ZUNION",
                        -3,
                        new KeyPositions.Counted(1, false),
                        "6.2.0",
                        "Returns the members that any of the sorted sets has",
                        (keys, in) -> ZCombineCommand.read(keys, in, ZCombineCommand.Kind.UNION))
                .read(
                        "ZINTER",
                        -3,
                        new KeyPositions.Counted(1, false),
                        "6.2.0",
                        "Returns the members that all sorted sets have",
                        (keys, in) ->
                                ZCombineCommand.read(keys, in, ZCombineCommand.Kind.INTERSECTION))
                .read(
                        "ZDIFF",
                        -3,
                        new KeyPositions.Counted(1, false),
                        "6.2.0",
                        "Returns the members of the first sorted set that no other has",
                        (keys, in) ->
                                ZCombineCommand.read(keys, in, ZCombineCommand.Kind.DIFFERENCE))
                .write(
                        "ZUNIONSTORE",
                        -4,
                        new KeyPositions.Counted(2, true),
                        "2.0.0",
                        "Stores the members that any of the sorted sets has as a sorted set",
                        (keys, in) -> ZCombineCommand.store(keys, in, ZCombineCommand.Kind.UNION),
                        Flag.DENYOOM)
                .write(
                        "ZINTERSTORE",
                        -4,
                        new KeyPositions.Counted(2, true),
                        "2.0.0",
                        "Stores the members that all sorted sets have as a sorted set",
                        (keys, in) ->
                                ZCombineCommand.store(keys, in, ZCombineCommand.Kind.INTERSECTION),
                        Flag.DENYOOM)
                .write(
                        "ZDIFFSTORE",
                        -4,
                        new KeyPositions.Counted(2, true),
                        "6.2.0",
                        "Stores the members of the first sorted set that no other has as a sorted"
                                + " set",
                        (keys, in) ->
                                ZCombineCommand.store(keys, in, ZCombineCommand.Kind.DIFFERENCE),
                        Flag.DENYOOM)
                .read(
                        "ZINTERCARD",
                        -3,
                        new KeyPositions.Counted(1, false),
                        "7.0.0",
                        "Returns how many members all sorted sets have",
                        ZCombineCommand::count);
    }
}
