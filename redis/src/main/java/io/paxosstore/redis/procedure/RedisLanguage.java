package io.paxosstore.redis.procedure;

import io.paxosstore.protocol.codec.ProcedureLanguage;
import io.paxosstore.protocol.model.Procedure;
import io.paxosstore.redis.command.CommandTable;

/** Reads {@link CommandsProcedure}s of other nodes. Thread-safe. */
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
}
