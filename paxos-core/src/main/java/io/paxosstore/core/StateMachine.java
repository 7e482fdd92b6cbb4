package io.paxosstore.core;

/**
 * Turns commands into effects (Rule W1). Pure: the outcome depends on the arguments alone, and only
 * the proposer evaluates, so replicas need no determinism of it.
 */
public interface StateMachine {
    /** The state of an entity that was never written. */
    byte[] NO_STATE = {};

    /**
     * Evaluates one command.
     *
     * @param state the entity's state, {@link #NO_STATE} if it was never written; not to be changed
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
