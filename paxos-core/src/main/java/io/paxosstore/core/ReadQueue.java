package io.paxosstore.core;

import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The linearizable reads that wait at one entity (Rules R1-R3). Reads that arrive together share
 * one round of probes; those that arrive while a round is under way wait for the next, since a
 * probe must be sent after the read arrived. Not thread-safe.
 *
 * <p>A round yields the <em>read index</em>: the greatest entry that any replica of a majority,
 * this one included, knows to be chosen or holds an accept for. An entry chosen before the round
 * began was accepted by a majority, so one of those asked reports it or a later one; hence this
 * replica may answer once its version has reached the read index, or once it is proven that the
 * entry above its version was not chosen.
 */
final class ReadQueue {
    /** Where the current batch stands. */
    private enum Stage {
        /** No batch. */
        IDLE,
        /** Probes are out. */
        PROBING,
        /** The read index is above the version: an entry must be learnt or finished (Rule R2). */
        DRIVING,
        /** May be answered as soon as the value is loaded. */
        PROVEN
    }

    private record Waiting(long token, long deadlineNanos, long clockMillis) {}

    private final Turn turn;
    private final Voters voters;
    private final int self;
    private List<Waiting> current = new ArrayList<>(2);
    private List<Waiting> next = new ArrayList<>(0);
    private Stage stage = Stage.IDLE;
    private long nonce;
    private VoterSet asked = VoterSet.NONE;
    private VoterSet answered = VoterSet.NONE;
    private long readIndex;
    private long sentNanos;
    private long resendNanos;
    private long resendWaitNanos;
    private long earliestDeadlineNanos = Long.MAX_VALUE;

    ReadQueue(Turn turn, Voters voters, int self) {
        this.turn = turn;
        this.voters = voters;
        this.self = self;
    }

    boolean isEmpty() {
        return current.isEmpty() && next.isEmpty();
    }

    int size() {
        return current.size() + next.size();
    }

    /** Whether the current batch needs an entry learnt or finished. */
    boolean isDriving() {
        return stage == Stage.DRIVING;
    }

    /** Whether the current batch waits for nothing but the value. */
    boolean isProven() {
        return stage == Stage.PROVEN;
    }

    /** When {@link #tick} has something to do. */
    long wakeNanos() {
        long wake = earliestDeadlineNanos;
        if (stage == Stage.PROBING) {
            wake = Math.min(wake, resendNanos);
        }
        return wake;
    }

    void add(Input.Read request) {
        earliestDeadlineNanos = Math.min(earliestDeadlineNanos, request.deadlineNanos());
        Waiting one = new Waiting(request.token(), request.deadlineNanos(), request.clockMillis());
        (stage == Stage.IDLE ? current : next).add(one);
    }

    /** Whether a batch waits for its probes to be sent. */
    boolean wantsRound() {
        return stage == Stage.IDLE && !current.isEmpty();
    }

    /**
     * Begins a round: asks as many live voters as a majority needs, the rest when they do not
     * answer soon.
     */
    void beginRound(EntityKey key) {
        stage = Stage.PROBING;
        nonce = turn.nextNonce();
        asked = VoterSet.of(self);
        answered = VoterSet.of(self);
        readIndex = 0;
        sentNanos = turn.nowNanos();
        resendWaitNanos = turn.config().retransmitNanos();
        resendNanos = sentNanos + turn.config().probeHedgeNanos();
        for (int pass = 0; pass < 2; pass++) {
            for (int step = 1; step < voters.count() && !isReadable(asked); step++) {
                int voter = (self + step) % voters.count();
                boolean down = turn.isDown(voters.id(voter));
                if (!asked.contains(voter) && down == (pass == 1)) {
                    ask(key, voter);
                }
            }
        }
    }

    private void ask(EntityKey key, int voter) {
        asked = asked.with(voter);
        turn.send(voters.id(voter), key, new Message.Probe(nonce, false), false);
    }

    /** Takes a probe's answer, if it belongs to the current round (Rule R1: nonce). */
    void onReply(int voter, Message.ProbeReply reply) {
        if (stage != Stage.PROBING || reply.nonce() != nonce) {
            return;
        }
        answered = answered.with(voter);
        raise(reply.newestChosen());
        if (reply.accepted() > 0 && turn.mutation() != Mutation.R1) {
            raise(reply.pendingEntry());
        }
    }

    /** Takes what this replica itself knows or holds. */
    void raise(long entry) {
        readIndex = Math.max(readIndex, entry);
    }

    /** Whether a majority, this replica included, has answered the current round. */
    boolean isRoundComplete() {
        return stage == Stage.PROBING && isReadable(answered);
    }

    private boolean isReadable(VoterSet those) {
        return voters.quorum().isReadable(those);
    }

    /** Moves on by the version reached; {@link #isProven} tells whether answers may leave. */
    void onVersion(long version) {
        if (stage == Stage.DRIVING || isRoundComplete()) {
            if (version >= readIndex) {
                turn.count(
                        stage == Stage.DRIVING
                                ? ReplicaStats.Counter.READ_BATCHES_DRIVEN
                                : ReplicaStats.Counter.READ_BATCHES_CURRENT);
                stage = Stage.PROVEN;
            } else {
                stage = Stage.DRIVING;
            }
        }
    }

    /** Names the batch that needs an entry learnt or finished; 0 when there is none. */
    long drivingNonce() {
        return stage == Stage.DRIVING ? nonce : 0;
    }

    /**
     * Rule R2: a majority of promises carried no value, so the version is current for the batch
     * that was driving when they were asked for.
     */
    void provenByTrial(long trialNonce) {
        if (stage == Stage.DRIVING && nonce == trialNonce) {
            turn.count(ReplicaStats.Counter.READ_BATCHES_DRIVEN);
            stage = Stage.PROVEN;
        }
    }

    /**
     * The clock that an entry must have reached before the proven batch may be answered (Rule X2);
     * 0 if the entries are there.
     */
    long dueMillis(EntityData data) {
        long due = data.dueMillis(turn.wallMillis());
        for (Waiting one : current) {
            due = Math.max(due, one.clockMillis());
        }
        return due > data.clockMillis() ? due : 0;
    }

    /** Answers the proven batch and makes the reads that came meanwhile the next one. */
    void answer(Outcome outcome) {
        for (Waiting one : current) {
            turn.reply(one.token(), outcome);
        }
        finishBatch();
    }

    private void finishBatch() {
        List<Waiting> emptied = current;
        emptied.clear();
        current = next;
        next = emptied;
        stage = Stage.IDLE;
        if (current.isEmpty()) {
            earliestDeadlineNanos = Long.MAX_VALUE;
        }
    }

    /** Asks again, or the others too, when answers are missing; refuses what is too late. */
    void tick(EntityKey key) {
        expire();
        if (stage == Stage.PROBING && turn.isResendDue(resendNanos)) {
            turn.count(ReplicaStats.Counter.RETRANSMITS);
            for (int voter = 0; voter < voters.count(); voter++) {
                if (!answered.contains(voter) && turn.isResendDue(resendNanos, voters.id(voter))) {
                    ask(key, voter);
                }
            }
            if (turn.nowNanos() < resendNanos) {
                // What a peer that has just come up is told may not count yet.
                resendWaitNanos = turn.config().retransmitNanos();
            }
            resendNanos = turn.jittered(resendWaitNanos);
            resendWaitNanos = Math.min(2 * resendWaitNanos, turn.config().retransmitMaxNanos());
        }
    }

    private void expire() {
        if (turn.nowNanos() < earliestDeadlineNanos) {
            return;
        }
        earliestDeadlineNanos = Long.MAX_VALUE;
        expire(current);
        expire(next);
        if (current.isEmpty()) {
            finishBatch();
        }
    }

    private void expire(List<Waiting> list) {
        Iterator<Waiting> all = list.iterator();
        while (all.hasNext()) {
            Waiting one = all.next();
            if (one.deadlineNanos() <= turn.nowNanos()) {
                all.remove();
                turn.reply(one.token(), new Outcome.NotDone(Outcome.Reason.DEADLINE));
            } else {
                earliestDeadlineNanos = Math.min(earliestDeadlineNanos, one.deadlineNanos());
            }
        }
    }

    /** The reads under way are asked for anew: what this replica holds counts no more (Rule A2). */
    void restart() {
        current.addAll(next);
        next.clear();
        stage = Stage.IDLE;
    }

    /** Answers everything that waits: the entity cannot be served here. */
    void refuseAll(Outcome.Reason reason) {
        for (Waiting one : current) {
            turn.reply(one.token(), new Outcome.NotDone(reason));
        }
        for (Waiting one : next) {
            turn.reply(one.token(), new Outcome.NotDone(reason));
        }
        current.clear();
        next.clear();
        stage = Stage.IDLE;
        earliestDeadlineNanos = Long.MAX_VALUE;
    }
}
