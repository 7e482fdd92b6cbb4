package io.paxosstore.core.data;

import io.paxosstore.core.step.Turn;

/**
 * Up to which entry all entries are to be chosen for the sake of a replica that must not vote on
 * them (Rule A2), and for how long this one tries. Not thread-safe.
 */
final class Finishing {
    private final Turn turn;
    private long to;
    private long untilNanos;

    Finishing(Turn turn) {
        this.turn = turn;
    }

    /** Another replica asks for it. */
    void ask(long entry) {
        to = Math.max(to, entry);
        untilNanos = turn.nowNanos() + turn.config().retransmitMaxNanos();
    }

    /** Gives up after a while. */
    void tick() {
        if (turn.nowNanos() >= untilNanos) {
            to = 0;
        }
    }

    boolean isWanted(long version) {
        return to > version;
    }

    long wakeNanos(long version) {
        return isWanted(version) ? untilNanos : Long.MAX_VALUE;
    }
}
