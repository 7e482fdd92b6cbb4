package io.paxosstore.core;

import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Tells other voters this replica's actual state of the pending entry, as the rules allow: nothing
 * before it is durable (Rule D1), but for the proposer's own vote marked as pending (Rule D2); a
 * value's bytes once per receiver (Rule K8). Not thread-safe.
 */
final class VoteSender {
    private static final long NEVER = Long.MIN_VALUE;

    private final Turn turn;
    private final EntityKey key;
    private final Voters voters;
    private final int self;

    /** The last record handed out, and the last one known to be durable. */
    private long issuedTicket;

    private long durableTicket;

    /** The record that holds the newest accept, and the number it holds. */
    private long acceptTicket;

    private long acceptNumber;

    /** The voters that are owed our state; that were sent the value; known to hold the value. */
    private VoterSet owed = VoterSet.NONE;

    private VoterSet sent = VoterSet.NONE;
    private VoterSet holding = VoterSet.NONE;

    /** Since when each voter has been told the state as it is now; {@link #NEVER} if not. */
    private final long[] shownNanos;

    VoteSender(Turn turn, EntityKey key, Voters voters, int self) {
        this.turn = turn;
        this.key = key;
        this.voters = voters;
        this.self = self;
        this.shownNanos = new long[voters.count()];
        Arrays.fill(shownNanos, NEVER);
    }

    /** The last record handed out. */
    long issuedTicket() {
        return issuedTicket;
    }

    /** Whether everything handed out is durable. */
    boolean isDurable() {
        return issuedTicket == durableTicket;
    }

    boolean owesNothing() {
        return owed.isEmpty();
    }

    /** Takes over who is owed an answer when the entry has been settled. */
    VoterSet takeOwed() {
        VoterSet taken = owed;
        owed = VoterSet.NONE;
        return taken;
    }

    /** Those known to hold the value accepted here. */
    VoterSet holding() {
        return holding;
    }

    /** Hands the actual state of an entry to the log. */
    void persist(PaxosInstance instance, long version) {
        persist(
                new LogRecord(
                        key,
                        instance.entry(),
                        instance.promised(),
                        instance.accepted(),
                        instance.value(),
                        false,
                        version));
        acceptTicket = issuedTicket;
        acceptNumber = instance.accepted();
        Arrays.fill(shownNanos, NEVER);
    }

    /** Hands a record to the log. */
    void persist(LogRecord record) {
        issuedTicket = turn.nextTicket();
        turn.out().add(new Effects.Persist(record, issuedTicket));
    }

    /**
     * An image has become the data: what was accepted here at its entry must not pass for chosen
     * later (Rule C2).
     *
     * @param newest the value of the image's entry, if it came with it
     */
    void persistInstalled(
            @Nullable EntryValue newest, EntityData data, @Nullable PaxosInstance pending) {
        long version = data.version();
        EntryValue held = pending != null && pending.entry() == version ? pending.value() : null;
        if (newest != null) {
            persist(new LogRecord(key, version, 0, 0, newest, true, version));
        } else if (held != null && !held.id().equals(data.id())) {
            persist(new LogRecord(key, version, LogRecord.FLOOR, 0, null, false, version - 1));
        }
    }

    /** A record became durable; counts the own vote if it is the newest accept (Rule D2). */
    void durable(long ticket, @Nullable PaxosInstance instance) {
        durableTicket = ticket;
        if (instance != null && ticket >= acceptTicket && acceptNumber == instance.accepted()) {
            instance.durable(acceptNumber);
        }
    }

    /** The pending entry or its value is another one now: nobody is known to hold it. */
    void valueChanged() {
        sent = VoterSet.NONE;
        holding = VoterSet.NONE;
        Arrays.fill(shownNanos, NEVER);
    }

    /** What a message shows of its sender's value. */
    void heardOf(int voter, @Nullable ValueId theirs, @Nullable EntryValue ours) {
        if (ours != null && ours.id().equals(theirs)) {
            holding = holding.with(voter);
        } else {
            holding = holding.without(voter);
            sent = sent.without(voter);
        }
    }

    /**
     * The voter shows that it does not know our state: it is to be told, as soon as that is durable
     * (Rule K7). If it was told a moment ago the messages have crossed, and one more answer each
     * would keep as many messages under way for ever as there once were. Was the first one lost,
     * then the voter asks again when its patience ends, which is longer than ours.
     */
    void answer(int voter) {
        if (!isJustShown(voter)) {
            owed = owed.with(voter);
        }
    }

    /** Like {@link #answer}, to one that is at an earlier entry and may need the whole value. */
    void answerAgain(int voter) {
        if (!isJustShown(voter)) {
            oweAgain(voter);
        }
    }

    private boolean isJustShown(int voter) {
        return shownNanos[voter] != NEVER
                && turn.nowNanos() - shownNanos[voter] < turn.config().answerGapNanos();
    }

    /** Whether anybody has been told the state as it is now, which is to be remembered a while. */
    boolean isShown() {
        for (long nanos : shownNanos) {
            if (nanos != NEVER) {
                return true;
            }
        }
        return false;
    }

    /** The voter lives anew and has forgotten what it was told, and maybe what it held. */
    void reborn(int voter) {
        heardOf(voter, null, null);
        shownNanos[voter] = NEVER;
    }

    /** The voter is to be told our state as soon as it is durable. */
    void owe(int voter) {
        owed = owed.with(voter);
    }

    /**
     * Like {@link #owe}, with the whole value: what was sent may be lost, and what the voter held
     * too, if it was a proposer that restarted before its own accept was durable (Rule D2).
     */
    void oweAgain(int voter) {
        owed = owed.with(voter);
        sent = sent.without(voter);
        holding = holding.without(voter);
    }

    /** Owes our state again to those whose answer in this round is missing and due. */
    void oweUnanswered(PaxosInstance instance, Round round) {
        for (int voter = 0; voter < voters.count(); voter++) {
            long answered =
                    round.isPreparing()
                            ? instance.viewPromised(voter)
                            : instance.viewAccepted(voter);
            if (voter != self
                    && answered < round.number()
                    && turn.isResendDue(round.resendNanos(), voters.id(voter))) {
                oweAgain(voter);
            }
        }
    }

    void oweAllOthers() {
        owed = owed.or(voters.allBut(self));
    }

    /** Sends what is owed, if everything it rests on is durable. */
    void flush(@Nullable PaxosInstance instance, long version, @Nullable ValueId chosenId) {
        if (owed.isEmpty() || instance == null) {
            return;
        }
        if (instance.isFloor()) {
            owed = VoterSet.NONE; // Rule A2: there is no vote to tell of
            return;
        }
        if (isDurable() || turn.mutation() == Mutation.D1) {
            send(instance, version, chosenId, false);
        }
    }

    /** Rule D2: sends the own proposal to all others while its record is in flight, saying so. */
    void proposeAhead(PaxosInstance instance, long version, @Nullable ValueId chosenId) {
        oweAllOthers();
        send(instance, version, chosenId, true);
    }

    private void send(
            PaxosInstance instance,
            long version,
            @Nullable ValueId chosenId,
            boolean proposerVotePending) {
        EntryValue value = instance.value();
        for (int voter = 0; voter < voters.count(); voter++) {
            if (!owed.contains(voter)) {
                continue;
            }
            boolean whole = !sent.contains(voter) && !holding.contains(voter);
            sent = sent.with(voter);
            if (turn.config().answerGapNanos() > 0) {
                shownNanos[voter] = proposerVotePending ? NEVER : turn.nowNanos();
            }
            Message message =
                    new Message.Paxos(
                            instance.entry(),
                            instance.promised(),
                            instance.accepted(),
                            value == null ? null : value.id(),
                            whole ? value : null,
                            instance.viewPromised(voter),
                            instance.viewAccepted(voter),
                            version,
                            chosenId,
                            proposerVotePending);
            turn.send(voters.id(voter), key, message, false);
        }
        owed = VoterSet.NONE;
    }
}
