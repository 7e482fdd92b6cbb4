package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Message;
import io.paxosstore.redis.procedure.CommandsProcedure;
import io.paxosstore.redis.procedure.ProcedureResult;
import io.paxosstore.redis.resp.Reply;

import java.util.Deque;
import java.util.function.Consumer;

/** A transaction, as one procedure. */
record TransactionBatch(Step.Transaction transaction, Question question, Consumer<Message> messages)
        implements Batch {
    static TransactionBatch of(
            CommandTable table, EntityKey key, Step.Transaction transaction, KeyEvents events) {
        int told = transaction.isReadOnly() ? EventClass.NONE : events.classes();
        return new TransactionBatch(
                transaction,
                new Question(
                        new CommandsProcedure(table, key.key(), transaction.batch().telling(told)),
                        transaction.isReadOnly()),
                events.of(key.space()));
    }

    @Override
    public boolean complete(byte[] result, Deque<Step> waiting) {
        ProcedureResult decoded = ProcedureResult.decode(result);
        if (decoded instanceof ProcedureResult.Done done) {
            done.messages().forEach(messages);
        }
        transaction.result().accept(decoded);
        return false;
    }

    @Override
    public void fail(Reply.Error error) {
        transaction.fail(error);
    }
}
