package io.paxosstore.server.front.redis;

import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes commands that connections execute, with what COMMAND says of them. Not thread-safe. */
final class OwnCommands {
    private final Map<String, OwnCommand> byName = new HashMap<>();
    private final List<CommandGroup> groups = new ArrayList<>();
    private CommandGroup group = new CommandGroup("generic");

    /** The commands that come next belong to this group. */
    OwnCommands group(String name) {
        group = new CommandGroup(name);
        groups.add(group);
        return this;
    }

    OwnCommands add(
            String name,
            int arity,
            String since,
            String summary,
            OwnCommand command,
            Flag... flags) {
        return add(name, arity, KeyPositions.NONE, since, summary, command, flags);
    }

    OwnCommands add(
            String name,
            int arity,
            KeyPositions keys,
            String since,
            String summary,
            OwnCommand command,
            Flag... flags) {
        group.own(name, arity, keys, since, summary, flags);
        byName.put(name, command);
        return this;
    }

    /**
     * The command that was added last has these subcommands.
     *
     * @param arities how many words the command has with each of them; negative for so many or more
     */
    OwnCommands subcommands(Map<String, Integer> arities) {
        group.subcommands(arities);
        return this;
    }

    List<CommandGroup> groups() {
        return List.copyOf(groups);
    }

    /** The command of a name, which is one of those added. */
    OwnCommand get(String name) {
        return Objects.requireNonNull(byName.get(name));
    }
}
