package io.paxosstore.core;

import io.paxosstore.protocol.model.Command;

import java.nio.ByteBuffer;

/**
 * Turns commands into effects (Rule W1). Pure: the outcome depends on the arguments alone, and only
 * the proposer evaluates, so replicas need no determinism of it.
 */
public interface StateMachine {
    /** The state of an entity that was never written. */
    byte[] NO_STATE = {};

    /**
     * The clock of an entry at which a state is over, as {@link #expired} says (Rule X1); {@link
     * Long#MAX_VALUE} for never.
     */
    default long deadlineMillis(ByteBuffer state) {
        return Long.MAX_VALUE;
    }

    /** What is left of a state at a clock (Rule X1). */
    default byte[] stateAt(byte[] state, long clockMillis) {
        return deadlineMillis(ByteBuffer.wrap(state)) <= clockMillis ? expired(state) : state;
    }

    /** What is left of a state when its deadline has passed. */
    default byte[] expired(byte[] state) {
        return state;
    }

    /**
     * Evaluates one command.
     *
     * @param state the entity's state, {@link #NO_STATE} if it was never written; its deadline has
     *     not passed; not to be changed
     * @param command the command
     * @param nowMillis the proposer's wall clock, milliseconds since 1970, never below the clock
     *     recorded in the entry before
     */
    Evaluation evaluate(byte[] state, Command command, long nowMillis);

    /** The new state (the same array when nothing changes) and the encoded result. */
    final class Evaluation {
        private final byte[] state;
        private final byte[] result;

        public Evaluation(byte[] state, byte[] result) {
            this.state = state;
            this.result = result;
        }

        public byte[] state() {
            return state;
        }

        public byte[] result() {
            return result;
        }
    }
}
