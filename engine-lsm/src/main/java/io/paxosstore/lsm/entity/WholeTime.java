package io.paxosstore.lsm.entity;

import io.paxosstore.lsm.model.EvaluationMeter;
import io.paxosstore.protocol.model.Command;

/**
 * One command with all the time that its meter was given. Not thread-safe.
 *
 * @param meter of the evaluation, begun already
 */
record WholeTime(EvaluationMeter meter) implements Pace {
    /** Rests until the command begins. */
    WholeTime {
        meter.rest();
    }

    @Override
    public boolean begins(Command command) {
        meter.goOn();
        return true;
    }

    @Override
    public void rests() {
        meter.rest();
    }
}
