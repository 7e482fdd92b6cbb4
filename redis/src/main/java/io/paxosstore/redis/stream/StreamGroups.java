package io.paxosstore.redis.stream;

import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** Commands on groups of consumers. What a group has got is stored as everything else is. */
public final class StreamGroups {
    private StreamGroups() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("stream")
                .write(
                        "XGROUP",
                        -2,
                        new KeyPositions.Fixed(2, 2, 1),
                        "5.0.0",
                        "Makes, sets and removes groups of consumers, and their consumers",
                        GroupCommand::execute,
                        Flag.DENYOOM)
                .subcommands(GroupCommand.SUBCOMMANDS)
                .write(
                        "XREADGROUP",
                        -7,
                        new KeyPositions.Streams(true),
                        "5.0.0",
                        "Delivers entries of streams to a consumer of a group, or waits",
                        ReadCommand::execute,
                        Flag.DENYOOM,
                        Flag.BLOCKING)
                .write(
                        "XACK",
                        -4,
                        KeyPositions.FIRST,
                        "5.0.0",
                        "Acknowledges entries that a group has got",
                        StreamGroups::acknowledge,
                        Flag.FAST)
                .read(
                        "XPENDING",
                        -3,
                        KeyPositions.FIRST,
                        "5.0.0",
                        "Tells of entries that were delivered and not acknowledged",
                        PendingCommand::execute)
                .write(
                        "XCLAIM",
                        -6,
                        KeyPositions.FIRST,
                        "5.0.0",
                        "Gives pending entries to another consumer",
                        (keys, in) -> new ClaimCommand(keys, in).execute(),
                        Flag.DENYOOM,
                        Flag.FAST)
                .write(
                        "XAUTOCLAIM",
                        -6,
                        KeyPositions.FIRST,
                        "6.2.0",
                        "Gives the pending entries of a range to another consumer",
                        (keys, in) -> new AutoClaimCommand(keys, in).execute(),
                        Flag.DENYOOM,
                        Flag.FAST);
    }

    private static Reply acknowledge(Keyspace keys, Arguments in) {
        OpenStream stream = OpenStream.find(keys, in.bytes(1));
        OpenGroup group = stream == null ? null : OpenGroup.find(stream, in.bytes(2));
        if (group == null) {
            return Reply.flag(false);
        }
        LinkedHashSet<StreamId> ids = new LinkedHashSet<>();
        in.from(3).forEach(word -> ids.add(IdWords.strict(word, 0)));
        List<StreamId> each = new ArrayList<>(ids);
        List<@Nullable PendingRecord> pending = group.pending(each);
        long acknowledged = 0;
        for (int i = 0; i < each.size(); i++) {
            PendingRecord record = pending.get(i);
            if (record != null) {
                group.release(each.get(i), record);
                acknowledged++;
            }
        }
        group.save();
        return new Reply.Number(acknowledged);
    }
}
