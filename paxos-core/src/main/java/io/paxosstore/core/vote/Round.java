package io.paxosstore.core.vote;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.step.Turn;

/** One attempt of this node to get a value chosen for the pending entry. Not thread-safe. */
public final class Round {
    /** The phases of Paxos. */
    enum Phase {
        PREPARING,
        ACCEPTING
    }

    /**
     * A value of so many bytes is given as much longer to travel and to be written as {@link
     * #PIECE_NANOS} says, for each of them, before it is sent again: a value sent again too early
     * keeps those behind it waiting, which are then sent again as well.
     */
    private static final int PIECE_BYTES = 16 * 1024;

    /** Ten megabytes in a second: slower than any network and disk should be. */
    private static final long PIECE_NANOS = 1_600_000;

    private final long number;
    private final long trialNonce;
    private final long startedNanos;
    private Phase phase;
    private long resendNanos;
    private long resendWaitMinNanos;
    private long resendWaitNanos;
    private long resendWaitMaxNanos;

    private Round(long number, Phase phase, long trialNonce, Turn turn) {
        this.number = number;
        this.phase = phase;
        this.trialNonce = trialNonce;
        this.startedNanos = turn.nowNanos();
        restartTimer(turn, 0);
    }

    /**
     * A full round.
     *
     * @param trialNonce names the batch of reads that may be answered if no promise carries a value
     *     (Rule R2); 0 for none
     */
    public static Round preparing(long number, long trialNonce, Turn turn) {
        return new Round(number, Phase.PREPARING, trialNonce, turn);
    }

    /** A round under a fast number, which needs no prepare phase, for this value. */
    public static Round fast(long number, Turn turn, EntryValue value) {
        Round round = new Round(number, Phase.ACCEPTING, 0, turn);
        round.restartTimer(turn, value.payload().length);
        return round;
    }

    public long number() {
        return number;
    }

    public long trialNonce() {
        return trialNonce;
    }

    /** How long it has been going on. */
    public long ageNanos(Turn turn) {
        return turn.nowNanos() - startedNanos;
    }

    public boolean isPreparing() {
        return phase == Phase.PREPARING;
    }

    /** The second phase, for this value. */
    public void accepting(Turn turn, EntryValue value) {
        phase = Phase.ACCEPTING;
        restartTimer(turn, value.payload().length);
    }

    private void restartTimer(Turn turn, int valueBytes) {
        long travelNanos = valueBytes / PIECE_BYTES * PIECE_NANOS;
        resendWaitMinNanos = turn.config().retransmitNanos() + travelNanos;
        resendWaitNanos = resendWaitMinNanos;
        resendWaitMaxNanos = turn.config().retransmitMaxNanos() + travelNanos;
        resendNanos = turn.jittered(resendWaitNanos);
    }

    public long resendNanos() {
        return resendNanos;
    }

    /**
     * Unanswered messages were sent again. The next wait is twice as long; after a peer has come up
     * it is short again, since what was sent to it may not count yet.
     */
    public void resent(Turn turn) {
        boolean wasDue = turn.nowNanos() >= resendNanos;
        resendWaitNanos =
                wasDue ? Math.min(2 * resendWaitNanos, resendWaitMaxNanos) : resendWaitMinNanos;
        resendNanos = turn.jittered(resendWaitNanos);
    }
}
