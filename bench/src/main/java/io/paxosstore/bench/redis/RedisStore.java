package io.paxosstore.bench.redis;

import io.paxosstore.sim.check.RedisCall;

import java.util.List;

/** What a recorded client calls. Used by one thread. */
public interface RedisStore extends AutoCloseable {
    /**
     * Makes calls, all sent at once on one connection.
     *
     * @param database which SELECT chooses
     * @return what came of each, in their order; a reply of a transaction is the list of its
     *     commands' replies, or {@link io.paxosstore.sim.check.RedisModel#NIL} if watched keys have
     *     changed
     */
    List<Told> call(int database, List<RedisCall> calls) throws InterruptedException;

    @Override
    void close();
}
