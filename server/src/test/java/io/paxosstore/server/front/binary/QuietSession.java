package io.paxosstore.server.front.binary;

import io.paxosstore.node.call.Refusal;
import io.paxosstore.server.front.shared.Failures;
import io.paxosstore.server.front.shared.Situation;

/** A connection that has memory for every request, and nothing to tell but its answers. */
abstract class QuietSession implements EntityRequests.Session {
    @Override
    public Situation situation() {
        return NoSituation.INSTANCE;
    }

    @Override
    public int homeShard() {
        return 0;
    }

    @Override
    public long deadlineNanos(int millis) {
        return 0;
    }

    @Override
    public boolean begins(long correlation, int bytes) {
        return true;
    }

    @Override
    public void ended(long correlation) {}

    @Override
    public void refused(long correlation, Refusal refusal) {
        reply(Failures.of(correlation, refusal, situation()));
    }

    @Override
    public void endOfTurn() {}
}
