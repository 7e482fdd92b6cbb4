package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Message;
import io.paxosstore.redis.resp.Reply;

import java.util.Deque;
import java.util.function.Consumer;

/** Commands on one entity, as one procedure. */
record ProcedureBatch(WordSteps steps, Question question, Consumer<Message> messages)
        implements Batch {
    /**
     * Takes the first commands that wait; there is one at least.
     *
     * @param table of the commands on keys
     * @param events takes what commands send
     */
    static ProcedureBatch next(
            CommandTable table, EntityKey key, Deque<Step> waiting, KeyEvents events) {
        WordSteps steps = WordSteps.take(waiting);
        int told = steps.isReadOnly() ? EventClass.NONE : events.classes();
        return new ProcedureBatch(
                steps,
                new Question(steps.procedure(table, key, told), steps.isReadOnly()),
                events.of(key.space()));
    }

    @Override
    public boolean complete(byte[] result, Deque<Step> waiting) {
        steps.give(steps.replies(result, messages), waiting);
        return false;
    }

    @Override
    public boolean takeApart(Deque<Step> waiting) {
        return steps.takeApart(waiting);
    }

    @Override
    public void fail(Reply.Error error) {
        steps.fail(error);
    }
}
