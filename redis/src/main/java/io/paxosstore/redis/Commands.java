package io.paxosstore.redis;

import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.type.Counters;
import io.paxosstore.redis.type.Strings;

import java.util.List;

/** The commands that there are. */
public final class Commands {
    /** All of them. */
    public static final CommandTable TABLE =
            new CommandTable(List.of(Strings.commands(), Counters.commands()));

    private Commands() {}
}
