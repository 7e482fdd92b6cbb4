package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.redis.command.CommandTable;

import java.util.Deque;
import java.util.function.LongSupplier;

/** Makes batches of what waits for an entity. Thread-safe. */
final class Batches {
    private final CommandTable table;

    /**
     * @param table of the commands on keys
     */
    Batches(CommandTable table) {
        this.table = table;
    }

    /**
     * Takes the first steps that go together; there is one at least.
     *
     * @param wallMillis the clock of the connection's loop
     */
    Batch next(EntityKey key, Deque<Step> waiting, LongSupplier wallMillis) {
        return switch (waiting.element()) {
            case Step.Words _ ->
                    SpaceKind.of(key.space()) == SpaceKind.KEY_VALUE
                            ? StringBatch.next(table, key, waiting, wallMillis)
                            : ProcedureBatch.next(table, key, waiting);
            case Step.Transaction transaction -> {
                waiting.remove();
                yield TransactionBatch.of(table, key, transaction);
            }
            case Step.Query query -> {
                waiting.remove();
                yield new QueryBatch(query);
            }
        };
    }
}
