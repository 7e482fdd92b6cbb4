package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.procedure.CommandsProcedure;
import io.paxosstore.redis.procedure.ProcedureResult;
import io.paxosstore.redis.resp.Reply;

import java.util.Deque;

/** A transaction, as one procedure. */
record TransactionBatch(Step.Transaction transaction, Question question) implements Batch {
    static TransactionBatch of(CommandTable table, EntityKey key, Step.Transaction transaction) {
        return new TransactionBatch(
                transaction,
                new Question(
                        new CommandsProcedure(table, key.key(), transaction.batch()),
                        transaction.isReadOnly()));
    }

    @Override
    public boolean complete(byte[] result, Deque<Step> waiting) {
        transaction.result().accept(ProcedureResult.decode(result));
        return false;
    }

    @Override
    public void fail(Reply.Error error) {
        transaction.fail(error);
    }
}
