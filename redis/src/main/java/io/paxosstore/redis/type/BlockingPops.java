package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.command.BlockingTime;
import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

import java.util.List;

/**
 * Commands that wait until a list holds something. What is here is one attempt, which waits for
 * nothing, as within a transaction; the connection attempts again when something has changed.
 */
public final class BlockingPops {
    private static final Page ONE = Page.of(1);

    private BlockingPops() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("list")
                .write(
                        "BLPOP",
                        -3,
                        KeyPositions.ALL_BUT_LAST,
                        "2.0.0",
                        "Takes the first element of the first list that has one, or waits",
                        (keys, in) -> pop(keys, in, true),
                        Flag.BLOCKING)
                .write(
                        "BRPOP",
                        -3,
                        KeyPositions.ALL_BUT_LAST,
                        "2.0.0",
                        "Takes the last element of the first list that has one, or waits",
                        (keys, in) -> pop(keys, in, false),
                        Flag.BLOCKING);
    }

    private static Reply pop(Keyspace keys, Arguments in, boolean first) {
        BlockingTime.millis(in, in.count() - 1);
        for (byte[] key : in.list(1, in.count() - 1)) {
            if (keys.size(key, ObjectType.LIST) > 0) {
                String name = keys.name(key);
                ListOperation pop =
                        first
                                ? new ListOperation.PopFirst(name, ONE)
                                : new ListOperation.PopLast(name, ONE);
                byte[] element = keys.run(pop, Result.Elements.class).elements().getFirst();
                keys.deleteIfEmpty(key);
                return Reply.bulks(List.of(key, element));
            }
        }
        return Reply.NULL_ARRAY;
    }
}
