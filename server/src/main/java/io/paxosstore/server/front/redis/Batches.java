package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.data.Message;

import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Makes batches of what waits for an entity. Thread-safe. */
final class Batches {
    private final CommandTable table;
    private final Consumer<Message> messages;

    /**
     * @param table of the commands on keys
     * @param messages takes what scripts publish
     */
    Batches(CommandTable table, Consumer<Message> messages) {
        this.table = table;
        this.messages = messages;
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
                            : ProcedureBatch.next(table, key, waiting, messages);
            case Step.Transaction transaction -> {
                waiting.remove();
                yield TransactionBatch.of(table, key, transaction, messages);
            }
            case Step.Query query -> {
                waiting.remove();
                yield new QueryBatch(query);
            }
        };
    }
}
