package io.paxosstore.server.front.redis;

import io.paxosstore.redis.resp.Reply;

import java.util.Deque;

/** A question of the connection's own to an entity or a key. */
record QueryBatch(Step.Query query) implements Batch {
    @Override
    public Question question() {
        return new Question(query.command(), query.isReadOnly());
    }

    @Override
    public boolean complete(byte[] result, Deque<Step> waiting) {
        query.result().accept(result);
        return false;
    }

    @Override
    public void fail(Reply.Error error) {
        query.fail(error);
    }
}
