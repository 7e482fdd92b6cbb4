package io.paxosstore.server.front.redis;

import io.paxosstore.redis.Commands;
import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.CommandTable;

import java.util.ArrayList;
import java.util.List;

/** All commands of the port: those on keys, and those that connections execute. Thread-safe. */
final class PortCommands {
    private final OwnCommands own = new OwnCommands();
    private final CommandTable table;

    PortCommands() {
        ConnectionCommands.addTo(own);
        ServerCommands.addTo(own);
        TransactionCommands.addTo(own);
        KeyspaceCommands.addTo(own);
        PubSubCommands.addTo(own);
        ScriptCommands.addTo(own);
        List<CommandGroup> groups = new ArrayList<>(Commands.GROUPS);
        groups.addAll(own.groups());
        this.table = new CommandTable(groups);
    }

    /** What clients are told of them. */
    CommandTable table() {
        return table;
    }

    /** A command of the connections' own. */
    OwnCommand own(String name) {
        return own.get(name);
    }
}
