package io.paxosstore.redis.command;

import io.paxosstore.redis.command.CommandSpec.Splitting;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
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
        return add(name, arity, keys, since, summary, handler, null, flags(Flag.READONLY, flags));
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
        return add(name, arity, keys, since, summary, handler, null, flags(Flag.WRITE, flags));
    }

    /** A command that the connection executes. */
    public CommandGroup own(
            String name,
            int arity,
            KeyPositions keys,
            String since,
            String summary,
            Flag... flags) {
        return add(name, arity, keys, since, summary, null, null, flags(null, flags));
    }

    /** The command before this can be executed on several entities, one after the other. */
    public CommandGroup splits(Splitting splitting) {
        CommandSpec last = commands.removeLast();
        commands.add(
                new CommandSpec(
                        last.name(),
                        last.arity(),
                        last.keys(),
                        last.flags(),
                        last.group(),
                        last.since(),
                        last.summary(),
                        last.handler(),
                        splitting));
        return this;
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
            @Nullable Splitting splitting,
            Set<Flag> flags) {
        if (!(keys instanceof KeyPositions.Fixed)) {
            flags.add(Flag.MOVABLEKEYS);
        }
        commands.add(
                new CommandSpec(
                        name, arity, keys, flags, group, since, summary, handler, splitting));
        return this;
    }
}
