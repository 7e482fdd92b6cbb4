package io.paxosstore.redis;

import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.type.Bits;
import io.paxosstore.redis.type.Counters;
import io.paxosstore.redis.type.KeyExpiry;
import io.paxosstore.redis.type.Keys;
import io.paxosstore.redis.type.LcsCommand;
import io.paxosstore.redis.type.ListEnds;
import io.paxosstore.redis.type.Lists;
import io.paxosstore.redis.type.Strings;

import java.util.List;

/** The commands that there are. */
public final class Commands {
    /** All of them. */
    public static final CommandTable TABLE =
            new CommandTable(
                    List.of(
                            Keys.commands(),
                            KeyExpiry.commands(),
                            Strings.commands(),
                            Counters.commands(),
                            LcsCommand.commands(),
                            Bits.commands(),
                            Lists.commands(),
                            ListEnds.commands()));

    private Commands() {}
}
