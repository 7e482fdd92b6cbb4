package io.paxosstore.server.front.redis;

import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.redis.resp.Arguments;

/** A connection, as far as commands need it that it executes itself. On its loop only. */
interface Conversation {
    /** What the connection has been told about itself. */
    ConnectionState state();

    /** The port that it came to. */
    RedisPort port();

    /** The shard whose loop serves it. */
    ShardLoop home();

    /** What it has under way. */
    Lanes lanes();

    /** When a command ends at the latest that begins now, on the monotonic clock. */
    long deadlineNanos();

    /** The names of the node's writes for this loop. */
    WriteIds ids();

    /** The number of the space that the connection's database is. */
    int space();

    /** What keys of one entity have in common; needs no space that is known. */
    byte[] tag(byte[] key);

    /** The entity that a key of the connection's database is in. */
    EntityKey entity(byte[] key);

    /**
     * Executes a command on keys, behind those before it on the same keys.
     *
     * @throws io.paxosstore.redis.resp.RedisError if its keys are in several entities
     */
    void executeOnKeys(Arguments command, ReplySlot reply);

    /** The client has said who it is: it may send more at once than a stranger. */
    void known();

    /** What the connection listens to. */
    OwnSubscriptions subscriptions();

    /** No further command is begun until {@link #resume}. */
    void pause();

    /** Commands are begun again. */
    void resume();

    /** Does something as soon as everything is done that was begun before; then commands go on. */
    void whenIdle(Runnable task);

    /** The connection is closed when everything is answered that was asked until now. */
    void closeWhenAnswered();

    /**
     * Does something as soon as the connection's database is known, or made; commands wait until
     * then.
     *
     * @param reply is given an error if that fails, or if the task throws one
     */
    void withDatabase(ReplySlot reply, Runnable task);

    /** Whether the connection is closed: nobody waits for replies. */
    boolean isGone();

    /**
     * The connection's line of CLIENT LIST; from any thread.
     *
     * @param nowNanos on the monotonic clock
     */
    String describe(long nowNanos);
}
