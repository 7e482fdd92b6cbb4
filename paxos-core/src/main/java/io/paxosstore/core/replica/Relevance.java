package io.paxosstore.core.replica;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.Input;
import io.paxosstore.core.step.Turn;

/**
 * Which messages count: those of the sender's latest known life (Rule A3), said in the epoch in
 * which this node stands (Rule M1). Not thread-safe.
 */
final class Relevance {
    private final Turn turn;

    Relevance(Turn turn) {
        this.turn = turn;
    }

    /** Rule A3: its sender has begun anew since. */
    boolean isOutdated(Input.Received received) {
        int latest = turn.incarnationOf(received.from());
        return turn.rules().isOutdated(received.incarnation(), latest);
    }

    /** Rule M1: what was said in another epoch is no vote here; a fact is one in all. */
    boolean isOfOtherEpoch(Input.Received received, Configuration own) {
        return !received.message().isFact()
                && !turn.rules().isOfEpoch(received.epoch(), own.epoch());
    }
}
