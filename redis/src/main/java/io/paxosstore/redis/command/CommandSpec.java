package io.paxosstore.redis.command;

import io.paxosstore.redis.resp.Arguments;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Set;

/**
 * One command: what clients are told of it, and who executes it. Immutable.
 *
 * @param name in capitals
 * @param arity how many words it has, the name among them; negative for so many or more
 * @param keys which of them are keys
 * @param flags what COMMAND says of it
 * @param group of commands that it belongs to, as COMMAND DOCS names it
 * @param since the version of Redis that had it first
 * @param summary one sentence without a period
 * @param handler executes it on the keys of one entity; null if the connection does
 * @param splits how it is executed where its keys are in several entities; null if it is not
 * @param subcommands what its second word may be; null if that is no subcommand
 */
public record CommandSpec(
        String name,
        int arity,
        KeyPositions keys,
        Set<Flag> flags,
        String group,
        String since,
        String summary,
        @Nullable Handler handler,
        @Nullable Splitting splits,
        @Nullable Subcommands subcommands) {
    /** How the parts of a command are put together that was executed on several entities. */
    public enum Splitting {
        /** Numbers are added. */
        SUM,
        /** The elements of arrays come in the order of their keys. */
        IN_ORDER,
        /** All say OK. */
        ALL_OK
    }

    /** A command. */
    public CommandSpec {
        flags = Set.copyOf(flags);
    }

    /** Whether a command has a possible number of words. */
    public boolean takes(int words) {
        return arity < 0 ? words >= -arity : words == arity;
    }

    /** The keys that a command names. */
    public List<byte[]> keysOf(Arguments command) {
        return keys.of(command).stream().map(command::bytes).toList();
    }

    /** Whether it changes nothing, whatever it finds. */
    public boolean isReadOnly() {
        return !flags.contains(Flag.WRITE);
    }

    /** Whether its work may grow with what is there. */
    public boolean mayTakeLong() {
        return !flags.contains(Flag.FAST);
    }
}
