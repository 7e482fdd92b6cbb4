package io.paxosstore.redis.procedure;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.codec.ProcedureLanguage;
import io.paxosstore.protocol.model.Procedure;
import io.paxosstore.redis.command.CommandTable;

import java.util.ArrayList;
import java.util.List;

/** Reads {@link CommandsProcedure}s of other nodes, and what they have given. Thread-safe. */
public final class RedisLanguage implements ProcedureLanguage {
    private final CommandTable table;

    /**
     * @param table of all commands
     */
    public RedisLanguage(CommandTable table) {
        this.table = table;
    }

    @Override
    public int number() {
        return CommandsProcedure.LANGUAGE;
    }

    @Override
    public Procedure decode(byte[] entity, byte[] encoded) {
        return new CommandsProcedure(table, entity, CommandBatch.decode(encoded));
    }

    /**
     * The replies in a procedure's result, each as the connection writes it: one for each command,
     * or fewer if the last commands were left out; one for a transaction.
     */
    public static List<byte[]> replies(byte[] result) {
        List<byte[]> replies = new ArrayList<>();
        ByteReader in = ByteReader.of(result);
        while (in.remaining() > 0) {
            replies.add(in.getBytes());
        }
        return replies;
    }
}
