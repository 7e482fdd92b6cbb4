package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.model.Command;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.Deque;

/** Steps on one entity that are executed together, by one question to it or several in turn. */
interface Batch {
    /**
     * What is asked of an entity.
     *
     * @param command what; null for the state of a key
     * @param isRead whether it changes nothing
     */
    record Question(@Nullable Command command, boolean isRead) {}

    /** What is asked next. */
    Question question();

    /**
     * The entity has answered.
     *
     * @param waiting steps that were left out go to its head
     * @return whether there is another question; if not, all steps have their replies
     */
    boolean complete(byte[] result, Deque<Step> waiting);

    /**
     * Nothing of it was done, as there is no room on the disk.
     *
     * @param waiting steps go to its head that are to be tried in smaller parts: some need none
     * @return whether there are such; if not, it has failed
     */
    default boolean takeApart(Deque<Step> waiting) {
        return false;
    }

    /** None of it can be done, or perhaps all of it was. */
    void fail(Reply.Error error);
}
