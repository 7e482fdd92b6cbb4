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

    /** The commands that wait, of the connections of its loop. */
    default BlockedClients blocked() {
        return port().blocked(home().index());
    }

    /** What it has under way. */
    Lanes lanes();

    /** When a command ends at the latest that begins now, on the monotonic clock. */
    long deadlineNanos();

    /** The names of the node's writes for this loop. */
    WriteIds ids();

    /**
     * The number of the space that the connection's database is.
     *
     * @throws io.paxosstore.redis.resp.RedisError if it is not known
     */
    default int space() {
        return port().databases().known(state().database());
    }

    /**
     * The entity that a key of the connection's database is in.
     *
     * @throws io.paxosstore.redis.resp.RedisError if the key cannot be stored
     */
    default EntityKey entity(byte[] key) {
        return port().databases().entity(state().database(), space(), key);
    }

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

    /**
     * Does something as soon as all commands before one have been answered; those behind it do not
     * wait. If the connection is closed before, it is done when they have ended.
     *
     * @param reply of that command, which has none yet
     */
    void inTurn(ReplySlot reply, Runnable task);

    /**
     * Does something behind all that waits for its turn; commands wait until then. It is not done
     * if the connection is closed before.
     *
     * @param reply of the command that does it, which has none yet
     */
    default void behindTurns(ReplySlot reply, Runnable task) {
        if (!hasTurns()) {
            task.run();
            return;
        }
        pause();
        reply.waitsBehindTurns();
        inTurn(
                reply,
                () ->
                        soon(() -> { // behind messages that are on their way to itself
                            if (!isGone()) {
                                task.run();
                            }
                            resume();
                        }));
    }

    /** Does something as soon as that is done which was wanted so before. */
    void soon(Runnable task);

    /** Whether anything waits for its turn, or messages are on their way to this connection. */
    boolean hasTurns();

    /** The connection is closed when everything is answered that was asked until now. */
    void closeWhenAnswered();

    /**
     * Does something as soon as the connection's database is known, or made; commands wait until
     * then.
     *
     * @param reply is given an error if that fails, or if the task throws one
     */
    default void withDatabase(ReplySlot reply, Runnable task) {
        withDatabase(state().database(), reply, task);
    }

    /** Does something as soon as a database is known, or made; commands wait until then. */
    void withDatabase(int database, ReplySlot reply, Runnable task);

    /** Whether the connection is closed: nobody waits for replies. */
    boolean isGone();

    /**
     * The connection's line of CLIENT LIST; from any thread.
     *
     * @param nowNanos on the monotonic clock
     */
    String describe(long nowNanos);
}
