package io.paxosstore.redis;

import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.geo.Places;
import io.paxosstore.redis.hyperloglog.HyperLogLogs;
import io.paxosstore.redis.procedure.EndExpired;
import io.paxosstore.redis.script.Eval;
import io.paxosstore.redis.stream.StreamGroups;
import io.paxosstore.redis.stream.Streams;
import io.paxosstore.redis.type.Bits;
import io.paxosstore.redis.type.BlockingPops;
import io.paxosstore.redis.type.Counters;
import io.paxosstore.redis.type.HashNumbers;
import io.paxosstore.redis.type.HashRandom;
import io.paxosstore.redis.type.Hashes;
import io.paxosstore.redis.type.KeyExpiry;
import io.paxosstore.redis.type.Keys;
import io.paxosstore.redis.type.LcsCommand;
import io.paxosstore.redis.type.ListEnds;
import io.paxosstore.redis.type.Lists;
import io.paxosstore.redis.type.SetAlgebra;
import io.paxosstore.redis.type.SetRandom;
import io.paxosstore.redis.type.Sets;
import io.paxosstore.redis.type.SortedSetAlgebra;
import io.paxosstore.redis.type.SortedSetRandom;
import io.paxosstore.redis.type.SortedSetRanges;
import io.paxosstore.redis.type.SortedSets;
import io.paxosstore.redis.type.Strings;

import java.util.List;

/** The commands on keys. */
public final class Commands {
    /** By groups. */
    public static final List<CommandGroup> GROUPS =
            List.of(
                    Keys.commands(),
                    KeyExpiry.commands(),
                    Strings.commands(),
                    Counters.commands(),
                    LcsCommand.commands(),
                    Bits.commands(),
                    HyperLogLogs.commands(),
                    Lists.commands(),
                    ListEnds.commands(),
                    Hashes.commands(),
                    HashNumbers.commands(),
                    HashRandom.commands(),
                    Sets.commands(),
                    SetRandom.commands(),
                    SetAlgebra.commands(),
                    SortedSets.commands(),
                    SortedSetRanges.commands(),
                    SortedSetRandom.commands(),
                    SortedSetAlgebra.commands(),
                    BlockingPops.commands(),
                    BlockingPops.ofSortedSets(),
                    Places.commands(),
                    Streams.commands(),
                    StreamGroups.commands(),
                    Eval.commands(() -> Commands.TABLE));

    /** All that nodes execute: them, and one of the nodes' own. */
    public static final CommandTable TABLE = EndExpired.with(GROUPS);

    private Commands() {}
}
