package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.redis.command.CommandTable;

import java.util.Deque;
import java.util.function.LongSupplier;

/** Makes batches of what waits for an entity. On one loop only. */
final class Batches {
    private final CommandTable table;
    private final KeyEvents events;
    private final KeyDeadlines deadlines;

    /**
     * @param table of the commands on keys
     * @param events takes what commands send
     * @param deadlines of the loop
     */
    Batches(CommandTable table, KeyEvents events, KeyDeadlines deadlines) {
        this.table = table;
        this.events = events;
        this.deadlines = deadlines;
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
                            ? StringBatch.next(table, key, waiting, wallMillis, events, deadlines)
                            : ProcedureBatch.next(table, key, waiting, events);
            case Step.Transaction transaction -> {
                waiting.remove();
                yield TransactionBatch.of(table, key, transaction, events);
            }
            case Step.Query query -> {
                waiting.remove();
                yield new QueryBatch(query);
            }
        };
    }
}
