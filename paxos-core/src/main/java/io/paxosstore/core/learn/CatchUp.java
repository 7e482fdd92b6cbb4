package io.paxosstore.core.learn;

import io.paxosstore.core.Message;
import io.paxosstore.core.ReplicaStats;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.step.Seat;
import io.paxosstore.core.step.Turn;
import io.paxosstore.core.vote.PaxosInstance;
import io.paxosstore.core.vote.Predecessors;

import org.jspecify.annotations.Nullable;

/**
 * Asks the replicas that know more for what is chosen and missing here, when a request or a later
 * entry needs it: of a key its newest chosen entry, of an entity all entries that are missing
 * (Rules C1, C3). {@link Learner} decides what the answers mean; on the other side {@link
 * ChosenTeller} answers with an entry, and where more is missing the host with the kept entries or
 * an image ({@code ImageTransfers}). Not thread-safe.
 */
public final class CatchUp implements Predecessors {
    private final Turn turn;
    private final Seat seat;

    /** The newest entry known to be chosen elsewhere, and who said so. */
    private long newestElsewhere;

    private @Nullable ValueId idElsewhere;

    private int voterAhead;

    /** A prepare that could not be taken because of a lag. */
    private long droppedEntry;

    private int droppedVoter = -1;

    /** Until when what was asked for last may still come. */
    private long wantedUntilNanos;

    private boolean requesting;

    /** Up to which entry the others are asked to finish (Rule A2); 0 for none. */
    private long finishTo;

    private long resendNanos;
    private long givesUpNanos;

    public CatchUp(Turn turn, Seat seat) {
        this.turn = turn;
        this.seat = seat;
    }

    /**
     * A voter is ahead: it knows {@code newestChosen}, which is above the version here.
     *
     * @param voter this one, if it is not known who is ahead
     * @param id the id of its value; null if the voter did not say
     */
    void peerIsAhead(int voter, long newestChosen, @Nullable ValueId id) {
        if (newestChosen > newestElsewhere) {
            newestElsewhere = newestChosen;
            idElsewhere = id;
            voterAhead = voter;
        } else if (newestChosen == newestElsewhere && idElsewhere == null) {
            idElsewhere = id;
        }
    }

    /**
     * Rule M2: the voters are others. What is chosen stays chosen.
     *
     * @param nodeAhead who said what is known to be chosen elsewhere
     */
    void entered(int nodeAhead) {
        int place = seat.placeOf(nodeAhead);
        voterAhead = place < 0 ? seat.self() : place;
        droppedVoter = -1;
        droppedEntry = 0;
        requesting = false;
    }

    /** The value of an entry of which a voter has said that it was chosen; null for none. */
    @Nullable ValueId chosenElsewhere(long entry) {
        return entry == newestElsewhere ? idElsewhere : null;
    }

    /** The newest entry that is known to be chosen elsewhere; 0 for none. */
    long newestElsewhere() {
        return newestElsewhere;
    }

    /** The voter that knows {@link #newestElsewhere}. */
    int voterAhead() {
        return voterAhead;
    }

    @Override
    public void fetch(int voter, long entry, long lacksAbove) {
        droppedVoter = voter;
        droppedEntry = entry;
        if (lacksAbove < entry - 2) {
            // Many entries, or an image, are not asked for with every message that comes.
            if (turn.nowNanos() < wantedUntilNanos) {
                return;
            }
            wantedUntilNanos = turn.nowNanos() + turn.config().catchUpNanos();
        }
        ask(voter, lacksAbove, 0);
    }

    /** The entry of the prepare of this voter that had to be dropped; 0 for none. */
    long droppedPrepareOf(int voter) {
        return voter == droppedVoter ? droppedEntry : 0;
    }

    /**
     * Whether requests must wait for a catch-up. After tau without success a full round is run
     * instead: it finds whatever a majority holds (Rule C3).
     */
    boolean isNeeded(long version, @Nullable PaxosInstance pending, boolean valuesAreImages) {
        boolean overGap = pending != null && pending.entry() > newestElsewhere;
        if (newestElsewhere <= version || (overGap && valuesAreImages)) {
            return false;
        }
        return !requesting || turn.nowNanos() < givesUpNanos;
    }

    /** Asks the replica that is ahead, unless it has been asked already. */
    void request(long version) {
        if (requesting) {
            return;
        }
        requesting = true;
        finishTo = 0;
        resendNanos = turn.nowNanos() + turn.config().catchUpNanos() / 2;
        givesUpNanos = turn.nowNanos() + 2 * turn.config().catchUpNanos();
        if (voterAhead == seat.self() || newestElsewhere <= version) {
            askAll(version);
        } else {
            ask(voterAhead, version, 0);
        }
    }

    /** Asks everybody when the one that is ahead does not answer soon; and who has come up. */
    void tick(long version) {
        if (!requesting || !turn.isResendDue(resendNanos)) {
            return;
        }
        turn.count(ReplicaStats.Counter.RETRANSMITS);
        for (int voter = 0; voter < seat.count(); voter++) {
            if (seat.isPeer(voter) && turn.isResendDue(resendNanos, seat.nodeId(voter))) {
                ask(voter, version, finishTo);
            }
        }
        if (turn.nowNanos() >= resendNanos) {
            resendNanos = turn.nowNanos() + turn.config().catchUpNanos();
        }
    }

    /**
     * Asks everybody to finish an entry that this replica must not vote on (Rule A2), unless that
     * has been asked already.
     *
     * @return false when it was asked for long ago, without success
     */
    boolean requestFinish(long version, long entry) {
        if (requesting && finishTo == entry) {
            return turn.nowNanos() < givesUpNanos;
        }
        requesting = true;
        finishTo = entry;
        resendNanos = turn.nowNanos() + turn.config().catchUpNanos();
        givesUpNanos = turn.nowNanos() + 2 * turn.config().catchUpNanos();
        askAll(version);
        return true;
    }

    private void askAll(long version) {
        for (int voter = 0; voter < seat.count(); voter++) {
            if (seat.isPeer(voter)) {
                ask(voter, version, finishTo);
            }
        }
    }

    long wakeNanos() {
        return requesting ? resendNanos : Long.MAX_VALUE;
    }

    /** The version has risen. */
    void reached(long version) {
        if (version >= newestElsewhere) {
            requesting = false;
        }
    }

    /** Nobody waits any more. */
    public void stop() {
        requesting = false;
    }

    private void ask(int voter, long version, long finish) {
        seat.send(voter, new Message.Learn(Math.max(0, version), finish));
    }
}
