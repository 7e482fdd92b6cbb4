package io.paxosstore.core.read;

import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.ReplicaStats;
import io.paxosstore.core.VoterSet;
import io.paxosstore.core.data.EntityData;
import io.paxosstore.core.data.UnaskedEntries;
import io.paxosstore.core.step.Seat;
import io.paxosstore.core.step.Turn;
import io.paxosstore.core.vote.EntityContext;
import io.paxosstore.core.vote.LogState;
import io.paxosstore.core.vote.PaxosInstance;
import io.paxosstore.core.vote.ProbeAnswer;

/**
 * Consistent reads of one entity: linearizable, from this replica's data, without a leader, a lease
 * or a write (PaxosStore paper, section 2.2.3; Rules R1-R3). Reads that arrive together share one
 * round of probes. Not thread-safe.
 *
 * <p>A round yields the <em>read index</em>: the greatest entry that any replica of a majority,
 * this one included, knows to be chosen or holds an accept for. An entry chosen before the round
 * began was accepted by a majority, so one of those asked reports it or a later one; hence this
 * replica may answer once its version has reached the read index, or once it is proven that the
 * entry above its version was not chosen.
 *
 * <pre>{@code
 *           probes            version >= read index
 * NO_ROUND --------> PROBING -----------------------> PROVEN ---> answered, NO_ROUND
 *                       |                               ^
 *                       | version < read index          | version reaches the index, or a
 *                       +----------> DRIVING -----------+ round finds no value (Rule R2)
 * }</pre>
 *
 * <p>What the peers answer is made by {@link ProbeAnswer}; the round of Rule R2 is the {@code
 * Proposer}'s.
 */
public final class ConsistentReads {
    /** Where the batch of reads stands. */
    private enum Stage {
        /** No probe has been sent for it, or there is none. */
        NO_ROUND,
        /** Probes are out. */
        PROBING,
        /** The read index is above the version: an entry must be learnt or finished (Rule R2). */
        DRIVING,
        /** May be answered as soon as the data is in memory. */
        PROVEN
    }

    private final Turn turn;
    private final Seat seat;
    private final EntityData data;
    private final LogState state;
    private final UnaskedEntries unasked;
    private final ReadQueue queue;
    private Stage stage = Stage.NO_ROUND;

    /** Names the round: answers to another one do not count (Rule R1). */
    private long nonce;

    private VoterSet asked = VoterSet.NONE;
    private VoterSet answered = VoterSet.NONE;
    private long readIndex;
    private long resendNanos;
    private long resendWaitNanos;

    public ConsistentReads(EntityContext context, UnaskedEntries unasked) {
        this.turn = context.turn();
        this.seat = context.seat();
        this.data = context.data();
        this.state = context.state();
        this.unasked = unasked;
        this.queue = new ReadQueue(turn);
        this.resendWaitNanos = turn.config().retransmitNanos();
    }

    public boolean isEmpty() {
        return queue.isEmpty();
    }

    public int size() {
        return queue.size();
    }

    public void add(Input.Read request) {
        queue.add(request, stage != Stage.NO_ROUND);
    }

    /** Whether the batch needs an entry learnt or finished. */
    public boolean isDriving() {
        return stage == Stage.DRIVING;
    }

    /** Names the batch that needs an entry learnt or finished; 0 when there is none. */
    public long drivingNonce() {
        return isDriving() ? nonce : 0;
    }

    /** Goes on as far as version, answers and data in memory allow. */
    public void advance() {
        if (isEmpty()) {
            return;
        }
        if (stage == Stage.NO_ROUND && queue.hasBatch()) {
            beginRound();
        }
        if (isRoundComplete()) {
            raiseByOwnVote();
        }
        reachVersion(data.version());
        if (stage != Stage.PROVEN || !data.isInMemory()) {
            return;
        }
        long due = dueMillis();
        if (due > 0) {
            unasked.reach(due); // answered from the entry that says so, or a newer value
            return;
        }
        stage = Stage.NO_ROUND;
        queue.answerBatch(data.answer());
        advance();
    }

    /**
     * Asks as many live peers as it takes, the rest when they do not answer soon: those that come
     * with a change only if the others do not suffice, since they answer nothing before they are
     * rebuilt; those that seem to be down only if there are no others. In the ring of node ids, not
     * in order of preference, which is another one of each slot: so what a node asks in a turn goes
     * to few peers, in few and full frames.
     */
    private void beginRound() {
        stage = Stage.PROBING;
        nonce = turn.nextNonce();
        asked = VoterSet.of(seat.self());
        answered = VoterSet.of(seat.self());
        readIndex = 0;
        resendWaitNanos = turn.config().retransmitNanos();
        resendNanos = turn.nowNanos() + turn.config().probeHedgeNanos();
        VoterSet before = seat.quorum().old();
        askPeers(before, false);
        askPeers(seat.peers(), false);
        askPeers(before, true);
        askPeers(seat.peers(), true);
    }

    private void askPeers(VoterSet among, boolean down) {
        int voter = seat.next(seat.self());
        for (; voter != seat.self() && !isReadable(asked); voter = seat.next(voter)) {
            if (among.contains(voter)
                    && !asked.contains(voter)
                    && turn.isDown(seat.nodeId(voter)) == down) {
                ask(voter);
            }
        }
    }

    private void ask(int voter) {
        asked = asked.with(voter);
        seat.send(voter, new Message.Probe(nonce, false));
    }

    /** Takes a probe's answer, if it belongs to the current round (Rule R1: nonce). */
    public void onReply(int voter, Message.ProbeReply reply) {
        if (stage != Stage.PROBING || reply.nonce() != nonce) {
            return;
        }
        answered = answered.with(voter);
        raise(reply.newestChosen());
        if (turn.rules().isActivity(reply.accepted())) {
            raise(reply.pendingEntry());
        }
    }

    private void raise(long entry) {
        readIndex = Math.max(readIndex, entry);
    }

    private boolean isReadable(VoterSet those) {
        return turn.rules().isReadable(seat.quorum(), those);
    }

    /** Whether enough voters, this one included, have answered the current round. */
    private boolean isRoundComplete() {
        return stage == Stage.PROBING && isReadable(answered);
    }

    /** This replica is one of those asked: what it has accepted itself counts too. */
    private void raiseByOwnVote() {
        PaxosInstance pending = state.pending();
        if (pending != null && (pending.accepted() > 0 || pending.isFloor())) {
            raise(pending.entry());
        } else if (pending != null && data.lacksDataBefore(pending.entry())) {
            raise(pending.entry() - 1); // settled, though this replica's data is older
        }
    }

    private void reachVersion(long version) {
        if (isDriving() || isRoundComplete()) {
            if (version >= readIndex) {
                turn.count(
                        isDriving()
                                ? ReplicaStats.Counter.READ_BATCHES_DRIVEN
                                : ReplicaStats.Counter.READ_BATCHES_CURRENT);
                stage = Stage.PROVEN;
            } else {
                stage = Stage.DRIVING;
            }
        }
    }

    /**
     * Rule R2: a majority of promises carried no value, so the version is current for the batch
     * that was driving when they were asked for.
     */
    public void provenByTrial(long trialNonce) {
        if (isDriving() && nonce == trialNonce) {
            turn.count(ReplicaStats.Counter.READ_BATCHES_DRIVEN);
            stage = Stage.PROVEN;
        }
    }

    /**
     * The clock that an entry must have reached before the proven batch may be answered (Rule X2);
     * 0 if the entries are there.
     */
    private long dueMillis() {
        long due = Math.max(data.dueMillis(turn.wallMillis()), queue.batchClockMillis());
        return due > data.clockMillis() ? due : 0;
    }

    /** When {@link #tick} has something to do. */
    public long wakeNanos() {
        long wake = queue.earliestDeadlineNanos();
        return stage == Stage.PROBING ? Math.min(wake, resendNanos) : wake;
    }

    /** Asks again, or the others too, when answers are missing; refuses what is too late. */
    public void tick() {
        if (queue.expire()) {
            stage = Stage.NO_ROUND;
        }
        if (stage != Stage.PROBING || !turn.isResendDue(resendNanos)) {
            return;
        }
        turn.count(ReplicaStats.Counter.RETRANSMITS);
        for (int voter = 0; voter < seat.count(); voter++) {
            if (!answered.contains(voter) && turn.isResendDue(resendNanos, seat.nodeId(voter))) {
                ask(voter);
            }
        }
        if (turn.nowNanos() < resendNanos) {
            // What a peer that has just come up is told may not count yet.
            resendWaitNanos = turn.config().retransmitNanos();
        }
        resendNanos = turn.jittered(resendWaitNanos);
        resendWaitNanos = Math.min(2 * resendWaitNanos, turn.config().retransmitMaxNanos());
    }

    /**
     * The reads under way are asked for anew: what this replica holds counts no more (Rule A2), or
     * the voters are others (Rule M2).
     */
    public void restart() {
        queue.joinBatches();
        stage = Stage.NO_ROUND;
    }

    /** Answers everything that waits: the entity cannot be served here. */
    public void refuseAll(Outcome.Reason reason) {
        queue.refuseAll(reason);
        stage = Stage.NO_ROUND;
    }
}
