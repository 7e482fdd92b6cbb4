package io.paxosstore.core;

/** One attempt of this node to get a value chosen for the pending entry. Not thread-safe. */
final class Round {
    /** The phases of Paxos. */
    enum Phase {
        PREPARING,
        ACCEPTING
    }

    private final long number;
    private final long trialNonce;
    private final long startedNanos;
    private Phase phase;
    private long resendNanos;
    private long resendWaitNanos;

    private Round(long number, Phase phase, long trialNonce, Turn turn) {
        this.number = number;
        this.phase = phase;
        this.trialNonce = trialNonce;
        this.startedNanos = turn.nowNanos();
        restartTimer(turn);
    }

    /**
     * A full round.
     *
     * @param trialNonce names the batch of reads that may be answered if no promise carries a value
     *     (Rule R2); 0 for none
     */
    static Round preparing(long number, long trialNonce, Turn turn) {
        return new Round(number, Phase.PREPARING, trialNonce, turn);
    }

    /** A round under the fast number, which needs no prepare phase. */
    static Round fast(Turn turn) {
        return new Round(ProposalNumber.FAST, Phase.ACCEPTING, 0, turn);
    }

    long number() {
        return number;
    }

    long trialNonce() {
        return trialNonce;
    }

    /** How long it has been going on. */
    long ageNanos(Turn turn) {
        return turn.nowNanos() - startedNanos;
    }

    boolean isPreparing() {
        return phase == Phase.PREPARING;
    }

    void accepting(Turn turn) {
        phase = Phase.ACCEPTING;
        restartTimer(turn);
    }

    private void restartTimer(Turn turn) {
        resendWaitNanos = turn.config().retransmitNanos();
        resendNanos = turn.jittered(resendWaitNanos);
    }

    long resendNanos() {
        return resendNanos;
    }

    /** Whether unanswered messages are due again; the next wait is twice as long. */
    boolean resendIsDue(Turn turn) {
        if (turn.nowNanos() < resendNanos) {
            return false;
        }
        resendWaitNanos = Math.min(2 * resendWaitNanos, turn.config().retransmitMaxNanos());
        resendNanos = turn.jittered(resendWaitNanos);
        return true;
    }
}
