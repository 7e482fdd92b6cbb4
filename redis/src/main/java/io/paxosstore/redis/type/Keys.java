package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.CommandSpec.Splitting;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.data.TypeNames;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.Arrays;

/** Commands on keys, whatever they hold. */
public final class Keys {
    private static final KeyPositions SECOND = new KeyPositions.Fixed(2, 2, 1);

    private Keys() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("generic")
                .write(
                        "DEL",
                        -2,
                        KeyPositions.ALL,
                        "1.0.0",
                        "Removes keys",
                        Keys::delete,
                        Flag.FAST)
                .splits(Splitting.SUM)
                .write(
                        "UNLINK",
                        -2,
                        KeyPositions.ALL,
                        "4.0.0",
                        "Removes keys",
                        Keys::delete,
                        Flag.FAST)
                .splits(Splitting.SUM)
                .read(
                        "EXISTS",
                        -2,
                        KeyPositions.ALL,
                        "1.0.0",
                        "Counts the keys that there are",
                        Keys::count,
                        Flag.FAST)
                .splits(Splitting.SUM)
                .read(
                        "TOUCH",
                        -2,
                        KeyPositions.ALL,
                        "3.2.1",
                        "Counts the keys that there are",
                        Keys::count,
                        Flag.FAST)
                .splits(Splitting.SUM)
                .read(
                        "TYPE",
                        2,
                        KeyPositions.FIRST,
                        "1.0.0",
                        "Returns what a key holds",
                        Keys::type,
                        Flag.FAST)
                .write(
                        "RENAME",
                        3,
                        KeyPositions.FIRST_TWO,
                        "1.0.0",
                        "Gives a key another name, whatever has it",
                        (keys, in) -> rename(keys, in, true))
                .write(
                        "RENAMENX",
                        3,
                        KeyPositions.FIRST_TWO,
                        "1.0.0",
                        "Gives a key another name if no key has it",
                        (keys, in) -> rename(keys, in, false),
                        Flag.FAST)
                .write(
                        "COPY",
                        -3,
                        KeyPositions.FIRST_TWO,
                        "6.2.0",
                        "Copies what a key holds to another key",
                        (keys, in) -> new CopyCommand(keys, in).execute(),
                        Flag.DENYOOM)
                .read(
                        "OBJECT",
                        -2,
                        SECOND,
                        "2.2.3",
                        "Returns how a key is kept",
                        ObjectCommand::execute)
                .subcommands(ObjectCommand.SUBCOMMANDS)
                .read(
                        "MEMORY",
                        -2,
                        SECOND,
                        "4.0.0",
                        "Returns about how many bytes a key takes",
                        MemoryCommand::execute)
                .subcommands(MemoryCommand.SUBCOMMANDS)
                .write(
                        "SORT",
                        -2,
                        new KeyPositions.Sorting(),
                        "1.0.0",
                        "Sorts the elements of a list, set or sorted set, and may keep the result",
                        (keys, in) -> new SortCommand(keys, SortOptions.of(in, true)).execute(),
                        Flag.DENYOOM)
                .read(
                        "SORT_RO",
                        -2,
                        KeyPositions.FIRST,
                        "7.0.0",
                        "Sorts the elements of a list, set or sorted set",
                        (keys, in) -> new SortCommand(keys, SortOptions.of(in, false)).execute());
    }

    private static Reply delete(Keyspace keys, Arguments in) {
        return new Reply.Number(in.from(1).stream().filter(keys::deleteAndTell).count());
    }

    private static Reply count(Keyspace keys, Arguments in) {
        return new Reply.Number(in.from(1).stream().filter(keys::exists).count());
    }

    private static Reply type(Keyspace keys, Arguments in) {
        Keyspace.Found found = keys.find(in.bytes(1));
        return new Reply.Status(found == null ? "none" : TypeNames.of(found.type()));
    }

    private static Reply rename(Keyspace keys, Arguments in, boolean replaces) {
        byte[] from = in.bytes(1);
        byte[] to = in.bytes(2);
        if (!keys.exists(from)) {
            throw RedisError.noSuchKey();
        }
        boolean moves = replaces ? !Arrays.equals(from, to) : !keys.exists(to);
        if (moves) {
            keys.run(new ObjectOperation.Rename(keys.name(from), keys.name(to)), Result.Flag.class);
            keys.created(to);
            keys.event(EventClass.GENERIC, "rename_from", from);
            keys.event(EventClass.GENERIC, "rename_to", to);
        }
        return replaces ? Reply.OK : Reply.flag(moves);
    }
}
