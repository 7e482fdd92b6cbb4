package io.paxosstore.redis.procedure;

import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What nodes execute on keys whose time is over: it does nothing, but as before any command that
 * may change something the keys that it names end first, and that is told. Not for clients.
 */
public final class EndExpired {
    private static final String NAME = "ENDEXPIRED";

    private static final CommandGroup GROUP =
            new CommandGroup("internal")
                    .write(
                            NAME,
                            -2,
                            KeyPositions.ALL,
                            "7.0.0",
                            "Ends keys whose time is over",
                            (_, _) -> Reply.OK,
                            Flag.FAST,
                            Flag.NOSCRIPT);

    private EndExpired() {}

    /** The commands on keys, and this one. */
    public static CommandTable with(List<CommandGroup> groups) {
        List<CommandGroup> all = new ArrayList<>(groups);
        all.add(GROUP);
        return new CommandTable(all);
    }

    /** Whether a command is this one. */
    public static boolean is(CommandSpec command) {
        return command.name().equals(NAME);
    }

    /**
     * Ends those of the keys whose time is over by the clock of the entry, and tells so.
     *
     * @param table one with this command
     * @param entity the id of the entity that they are in
     */
    public static CommandsProcedure of(CommandTable table, byte[] entity, List<byte[]> keys) {
        List<byte[]> words = new ArrayList<>();
        words.add(NAME.getBytes(StandardCharsets.US_ASCII));
        words.addAll(keys);
        return new CommandsProcedure(
                table,
                entity,
                new CommandBatch(
                        2, false, EventClass.EXPIRED.bit(), null, List.of(new Arguments(words))));
    }
}
