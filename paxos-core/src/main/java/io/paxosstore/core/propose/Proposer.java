package io.paxosstore.core.propose;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Invariant;
import io.paxosstore.core.Message;
import io.paxosstore.core.ReplicaStats;
import io.paxosstore.core.data.EntityData;
import io.paxosstore.core.step.Records;
import io.paxosstore.core.step.Seat;
import io.paxosstore.core.step.Turn;
import io.paxosstore.core.vote.EntityContext;
import io.paxosstore.core.vote.LogState;
import io.paxosstore.core.vote.PaxosInstance;
import io.paxosstore.core.vote.ProposalNumber;
import io.paxosstore.core.vote.Round;
import io.paxosstore.core.vote.VoteSender;

/**
 * This replica as proposer of one entity: begins a round when an entry is needed, drives it through
 * prepare and accept phase (Rules K5, K6), or skips the first ({@link PrePreparing}). Keeps out of
 * the way of others as {@link Contention} says (Rules W4, K7). Not thread-safe.
 */
public final class Proposer {
    private final Turn turn;
    private final Seat seat;
    private final Records records;
    private final EntityData data;
    private final VoteSender votes;
    private final LogState state;
    private final Demand demand;
    private final Contention contention;
    private final PrePreparing prePreparing;

    /** The greatest number seen anywhere, also in late messages (Rules K6, C4). */
    private long greatestSeen;

    public Proposer(EntityContext context, Demand demand, Contention contention) {
        this.turn = context.turn();
        this.seat = context.seat();
        this.records = context.records();
        this.data = context.data();
        this.votes = context.votes();
        this.state = context.state();
        this.demand = demand;
        this.contention = contention;
        this.prePreparing = new PrePreparing(context, demand, contention);
    }

    /** Takes note of the numbers of a message, of whatever entry: the next round is above them. */
    public void sawNumbers(Message.Paxos message) {
        greatestSeen = Math.max(greatestSeen, Math.max(message.promised(), message.accepted()));
    }

    /** An entry is needed: begins a round for it, unless others go first. */
    public void begin() {
        if (!data.isInMemory() || contention.isHeldBack()) {
            return;
        }
        PaxosInstance pending = state.pending();
        if (pending == null) {
            pending = state.beginEntry(data.version() + 1);
        }
        if (!prePreparing.propose(pending)) {
            prepare(pending);
        }
    }

    /** First phase: asks for promises of a number above all that were seen (Rule K6). */
    private void prepare(PaxosInstance pending) {
        turn.count(ReplicaStats.Counter.ROUNDS_PREPARED);
        contention.beginRound();
        greatestSeen = Math.max(greatestSeen, pending.greatestNumber());
        long number = ProposalNumber.above(greatestSeen, turn.identity().self());
        greatestSeen = number;
        pending.prepare(number);
        votes.persist(pending, data.version());
        votes.tellAll();
        state.beginRound(pending, Round.preparing(number, demand.trialNonce(), turn));
    }

    /** Gives the round up when it is outvoted; goes on when a majority has promised (Rule K5). */
    public void advance() {
        Round round = state.round();
        PaxosInstance pending = state.pending();
        if (round == null || pending == null) {
            return;
        }
        if (pending.isOutvoted(round.number())) {
            turn.count(ReplicaStats.Counter.ROUNDS_OUTVOTED);
            state.endRound();
            contention.outvoted(round);
            return;
        }
        if (!round.isPreparing()
                || !records.isDurable()
                || !pending.isPromisedByMajority(round.number())) {
            return;
        }
        if (pending.anyAccepted()) {
            EntryValue adopted = pending.greatestValue();
            if (adopted != null) {
                propose(pending, round, adopted);
            }
            return;
        }
        if (!turn.rules().isNext(pending.entry(), data.version())) {
            Invariant.check(!data.valuesAreImages(), "a later entry has no value to finish");
            state.endRound();
            demand.refuseAll(); // an image is missing, and nobody gives it
            return;
        }
        proposeOwn(pending, round);
    }

    /** A majority has promised and nobody holds a value: this node may propose what it likes. */
    private void proposeOwn(PaxosInstance pending, Round round) {
        demand.provenByTrial(round.trialNonce());
        EntryValue own = demand.evaluateWrites();
        if (own == null && data.isEvaluating()) {
            return;
        }
        if (own == null) {
            own = demand.unaskedValue();
        }
        if (own == null) {
            state.endRound(); // the reads wanted to know no more
        } else {
            propose(pending, round, own);
        }
    }

    /** Second phase (Rule K5), after a majority has promised. */
    private void propose(PaxosInstance pending, Round round, EntryValue value) {
        round.accepting(turn, value);
        pending.propose(round.number(), value);
        votes.newValue();
        votes.persist(pending, data.version());
        votes.proposeAhead(pending, data.version(), data.id());
    }

    /** Ends a round that nobody waits for; says again what was not answered. */
    public void tick() {
        if (!demand.isRoundUseful()) {
            state.endRound();
        }
        Round round = state.round();
        PaxosInstance pending = state.pending();
        if (round != null && pending != null && turn.isResendDue(round.resendNanos())) {
            turn.count(ReplicaStats.Counter.RETRANSMITS);
            tellUnanswered(pending, round);
            round.resent(turn);
        }
    }

    /** Our state goes out again to those whose answer in this round is missing and due. */
    private void tellUnanswered(PaxosInstance pending, Round round) {
        for (int voter = 0; voter < seat.count(); voter++) {
            long answered =
                    round.isPreparing() ? pending.viewPromised(voter) : pending.viewAccepted(voter);
            if (seat.isPeer(voter)
                    && answered < round.number()
                    && turn.isResendDue(round.resendNanos(), seat.nodeId(voter))) {
                votes.tellWithValue(voter);
            }
        }
    }

    /** When {@link #tick} has something to do, or the proposer is held back no more. */
    public long wakeNanos() {
        Round round = state.round();
        if (round != null) {
            return round.resendNanos();
        }
        return contention.untilNanos() > 0 ? contention.untilNanos() : Long.MAX_VALUE;
    }
}
