package io.paxosstore.core.propose;

import io.paxosstore.core.step.Turn;
import io.paxosstore.core.vote.LogState;
import io.paxosstore.core.vote.Round;

/**
 * When a proposer must hold its own proposal back: the contention window after another node's live
 * proposal was seen (Rule W4), and the back-off after a lost round (Rule K7). Not thread-safe.
 */
public final class Contention {
    /** The back-off after lost rounds doubles this often at most. */
    private static final int OUTVOTED_DOUBLINGS_MAX = 6;

    private final Turn turn;
    private final LogState state;

    /**
     * End of the window the waiting requests are in; 0 for none. It stays when the other node goes
     * on to further entries: the window is fixed from first sight.
     */
    private long windowUntilNanos;

    /** End of the back-off; 0 for none. */
    private long backOffUntilNanos;

    private int outvotedInARow;

    public Contention(Turn turn, LogState state) {
        this.turn = turn;
        this.state = state;
    }

    /** An entry has been chosen: whoever was in the way is done. */
    public void chosen() {
        outvotedInARow = 0;
        backOffUntilNanos = 0;
    }

    /** Nothing waits to be proposed, or it is proposed now. */
    public void endWindow() {
        windowUntilNanos = 0;
    }

    /** A prepare phase begins. */
    void beginRound() {
        windowUntilNanos = 0;
        backOffUntilNanos = 0;
    }

    /**
     * A round was lost. The wait is at least as long as the round took: shorter ones than a round
     * trip and an fsync let rivals outvote each other for ever.
     */
    void outvoted(Round lost) {
        outvotedInARow = Math.min(outvotedInARow + 1, OUTVOTED_DOUBLINGS_MAX);
        long wait =
                Math.max(turn.config().contentionWindowNanos(), lost.ageNanos(turn))
                        << (outvotedInARow - 1);
        backOffUntilNanos = turn.jittered(Math.min(wait, turn.config().retransmitMaxNanos()));
    }

    /** Whether back-off or the window hold the own proposal back. */
    boolean isHeldBack() {
        long foreignSinceNanos = state.foreignSinceNanos();
        if (windowUntilNanos == 0 && foreignSinceNanos > 0) {
            long window = turn.config().contentionWindowNanos();
            long age = turn.nowNanos() - foreignSinceNanos;
            if (age < window) {
                windowUntilNanos = turn.jittered(window) - age;
            }
        }
        return turn.nowNanos() < untilNanos();
    }

    /** The end of both; 0 for none. */
    long untilNanos() {
        return Math.max(windowUntilNanos, backOffUntilNanos);
    }
}
