package io.paxosstore.server.front.redis;

import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.resp.Reply;

import java.util.function.Consumer;

/** Tells a {@link KeyWalk} which keys there are. On the connection's loop only. */
interface KeySource {
    /** Whether nobody waits for the keys any more. */
    boolean isGone();

    /**
     * Asks which entities there are.
     *
     * @param place of the first slot
     * @param from of that slot, names below this one are not wanted
     * @param most how many names are wanted, about
     * @param failure told why it was not to be found out
     */
    void list(
            int place,
            byte[] from,
            int most,
            Consumer<KeysAnswer.Listed> names,
            Consumer<Reply.Error> failure);

    /**
     * Asks whether a key of a key-value space is there, behind what was asked before of it; the
     * question leaves with {@link #start}.
     *
     * @param failure told why it was not to be found out
     */
    void ask(EntityKey key, Consumer<Boolean> isPresent, Consumer<Reply.Error> failure);

    /**
     * Asks for the names of an entity's objects, behind what was asked before of it; the question
     * leaves with {@link #start}.
     *
     * @param from where they begin
     * @param failure told why they were not to be found out
     */
    void ask(
            EntityKey entity,
            String from,
            Page page,
            Consumer<Result.Names> names,
            Consumer<Reply.Error> failure);

    /** What was asked for leaves. */
    void start();
}
