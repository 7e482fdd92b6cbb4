package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.StateMachine;
import io.paxosstore.protocol.model.Command;

import java.util.Arrays;

/**
 * The data of the exploration: the list of the requests executed, one byte each. So a value tells
 * its whole history, and "executed once", "nothing lost" and "no gap" can be read off it.
 */
final class AppendMachine implements StateMachine {
    /** Appends a request's number. */
    record Append(int request) implements Command {}

    @Override
    public Evaluation evaluate(byte[] state, Command command, long nowMillis) {
        byte[] longer = Arrays.copyOf(state, state.length + 1);
        longer[state.length] = (byte) ((Append) command).request();
        return new Evaluation(longer, new byte[] {(byte) longer.length});
    }
}
