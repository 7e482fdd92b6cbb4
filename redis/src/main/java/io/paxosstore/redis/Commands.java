package io.paxosstore.redis;

import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.script.Eval;
import io.paxosstore.redis.type.Counters;
import io.paxosstore.redis.type.HashNumbers;
import io.paxosstore.redis.type.HashRandom;
import io.paxosstore.redis.type.Hashes;
import io.paxosstore.redis.type.SetAlgebra;
import io.paxosstore.redis.type.SetRandom;
import io.paxosstore.redis.type.Sets;
import io.paxosstore.redis.type.Strings;

import java.util.List;

/** The commands on keys. */
public final class Commands {
    /** By groups. */
    public static final List<CommandGroup> GROUPS =
            List.of(
                    Strings.commands(),
                    Counters.commands(),
                    Hashes.commands(),
                    HashNumbers.commands(),
                    HashRandom.commands(),
                    Sets.commands(),
                    SetRandom.commands(),
                    SetAlgebra.commands(),
                    Eval.commands(() -> Commands.TABLE));

    /** All of them. */
    public static final CommandTable TABLE = new CommandTable(GROUPS);

    private Commands() {}
}
