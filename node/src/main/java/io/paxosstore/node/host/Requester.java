package io.paxosstore.node.host;

import io.paxosstore.core.Outcome;

/**
 * Who asked: a client's connection, or the node itself. Its methods are called on the loop that
 * owns it.
 */
public interface Requester {
    /** The shard whose loop owns this requester. */
    int homeShard();

    /** Whether a stopping node waits for its requests; not for those of the node itself. */
    default boolean isClient() {
        return false;
    }

    /**
     * Answers a request.
     *
     * @param correlation what the requester called it
     */
    void complete(long correlation, Operation operation, Outcome outcome);

    /** A large answer is being read, with memory of its own; on the requester's own shard only. */
    default void expect(int bytes) {}

    /** That answer has been completed. */
    default void arrived(int bytes) {}

    /**
     * A sign that a request is worked on, which takes long. Comes several times, or never.
     *
     * @param correlation what the requester called it
     */
    default void workedOn(long correlation) {}

    /** The turn is over: answers leave. Called once per turn in which something was completed. */
    default void endOfTurn() {}
}
