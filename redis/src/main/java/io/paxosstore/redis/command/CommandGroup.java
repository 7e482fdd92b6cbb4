package io.paxosstore.redis.command;

import io.paxosstore.redis.command.CommandSpec.Splitting;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the commands of one group. Not thread-safe. */
public final class CommandGroup {
    private final String group;
    private final List<CommandSpec> commands = new ArrayList<>();

    /** A group of this name, as COMMAND DOCS has it. */
    public CommandGroup(String group) {
        this.group = group;
    }

    /** Its commands. */
    public List<CommandSpec> commands() {
        return List.copyOf(commands);
    }

    /** A command that changes nothing. */
    public CommandGroup read(
            String name,
            int arity,
            KeyPositions keys,
            String since,
            String summary,
            Handler handler,
            Flag... flags) {
        return add(name, arity, keys, since, summary, handler, flags(Flag.READONLY, flags));
    }

    /** A command that may change something. */
    public CommandGroup write(
            String name,
            int arity,
            KeyPositions keys,
            String since,
            String summary,
            Handler handler,
            Flag... flags) {
        return add(name, arity, keys, since, summary, handler, flags(Flag.WRITE, flags));
    }

    /** A command that the connection executes. */
    public CommandGroup own(
            String name,
            int arity,
            KeyPositions keys,
            String since,
            String summary,
            Flag... flags) {
        return add(name, arity, keys, since, summary, null, flags(null, flags));
    }

    /** The command before this can be executed on several entities, one after the other. */
    public CommandGroup splits(Splitting splitting) {
        CommandSpec last = commands.removeLast();
        commands.add(with(last, splitting, last.subcommands()));
        return this;
    }

    /** The command before this has these subcommands. */
    public CommandGroup subcommands(Subcommands subcommands) {
        CommandSpec last = commands.removeLast();
        commands.add(with(last, last.splits(), subcommands));
        return this;
    }

    /**
     * The command before this has these subcommands.
     *
     * @param arities how many words it has with each of them; negative for so many or more
     */
    public CommandGroup subcommands(Map<String, Integer> arities) {
        return subcommands(new Subcommands(commands.getLast().name(), arities));
    }

    private static CommandSpec with(
            CommandSpec spec, @Nullable Splitting splitting, @Nullable Subcommands subcommands) {
        return new CommandSpec(
                spec.name(),
                spec.arity(),
                spec.keys(),
                spec.flags(),
                spec.group(),
                spec.since(),
                spec.summary(),
                spec.handler(),
                splitting,
                subcommands);
    }

    private static Set<Flag> flags(@Nullable Flag first, Flag[] others) {
        Set<Flag> flags = EnumSet.noneOf(Flag.class);
        if (first != null) {
            flags.add(first);
        }
        flags.addAll(List.of(others));
        return flags;
    }

    private CommandGroup add(
            String name,
            int arity,
            KeyPositions keys,
            String since,
            String summary,
            @Nullable Handler handler,
            Set<Flag> flags) {
        if (!(keys instanceof KeyPositions.Fixed)) {
            flags.add(Flag.MOVABLEKEYS);
        }
        commands.add(
                new CommandSpec(
                        name, arity, keys, flags, group, since, summary, handler, null, null));
        return this;
    }
}
