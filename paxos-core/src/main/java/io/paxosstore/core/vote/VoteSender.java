package io.paxosstore.core.vote;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Message;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.VoterSet;
import io.paxosstore.core.data.EntityData;
import io.paxosstore.core.step.Records;
import io.paxosstore.core.step.Seat;
import io.paxosstore.core.step.Turn;

import org.jspecify.annotations.Nullable;

/**
 * Tells other voters this replica's actual state of the pending entry, as the rules allow: nothing
 * before it is durable (Rule D1), but for the proposer's own vote marked as pending (Rule D2); a
 * value's bytes once per receiver (Rule K8). Not thread-safe.
 */
public final class VoteSender {
    private final Turn turn;
    private final Seat seat;
    private final Records records;

    /** The record that holds the newest accept, and the number it holds. */
    private long acceptTicket;

    private long acceptNumber;

    /** The voters that are to be told our state as soon as it is durable. */
    private VoterSet recipients = VoterSet.NONE;

    /** The voters that our value was sent to. */
    private VoterSet valueSentTo = VoterSet.NONE;

    /** The voters that are known to hold our value. */
    private VoterSet valueHolders = VoterSet.NONE;

    /** The voters that have been told the state as it is now, as durable as it is. */
    private VoterSet told = VoterSet.NONE;

    /** Since when each of those has, if answers are paced. */
    private long[] toldNanos;

    public VoteSender(Turn turn, Seat seat, Records records) {
        this.turn = turn;
        this.seat = seat;
        this.records = records;
        this.toldNanos = new long[seat.count()];
    }

    /** Rule M2: the voters are others; nobody of them has been told anything. */
    public void entered() {
        recipients = VoterSet.NONE;
        toldNanos = new long[seat.count()];
        newValue();
    }

    /** Whether somebody is still to be told our state. */
    public boolean hasRecipients() {
        return !recipients.isEmpty();
    }

    /** Takes over those that were to be told our state: it is settled, or lost. */
    public VoterSet takeRecipients() {
        VoterSet taken = recipients;
        recipients = VoterSet.NONE;
        return taken;
    }

    /** Those known to hold the value accepted here. */
    public VoterSet valueHolders() {
        return valueHolders;
    }

    /** Hands the actual state of an entry to the log. */
    public void persist(PaxosInstance instance, long version) {
        records.persist(
                new LogRecord(
                        seat.key(),
                        instance.entry(),
                        instance.promised(),
                        instance.accepted(),
                        instance.value(),
                        false,
                        version));
        acceptTicket = records.issuedTicket();
        acceptNumber = instance.accepted();
        told = VoterSet.NONE;
    }

    /**
     * An image has become the data: what was accepted here at its entry must not pass for chosen
     * later (Rule C2).
     *
     * @param newest the value of the image's entry, if it came with it
     */
    public void persistInstalled(
            @Nullable EntryValue newest, EntityData data, @Nullable PaxosInstance pending) {
        long version = data.version();
        EntryValue held = pending != null && pending.entry() == version ? pending.value() : null;
        if (newest != null) {
            records.persist(new LogRecord(seat.key(), version, 0, 0, newest, true, version));
        } else if (held != null && !held.id().equals(data.id())) {
            long before = version - 1;
            records.persist(
                    new LogRecord(seat.key(), version, LogRecord.FLOOR, 0, null, false, before));
        }
    }

    /** A record became durable; counts the own vote if it is the newest accept (Rule D2). */
    public void durable(long ticket, @Nullable PaxosInstance instance) {
        records.durable(ticket);
        if (instance != null && ticket >= acceptTicket && acceptNumber == instance.accepted()) {
            instance.durable(acceptNumber);
        }
    }

    /** The pending entry or its value is another one now: nobody is known to hold it. */
    public void newValue() {
        valueSentTo = VoterSet.NONE;
        valueHolders = VoterSet.NONE;
        told = VoterSet.NONE;
    }

    /** What a message shows of its sender's value. */
    void sawValue(int voter, @Nullable ValueId theirs, @Nullable EntryValue ours) {
        if (ours != null && ours.id().equals(theirs)) {
            valueHolders = valueHolders.with(voter);
        } else {
            forgetValueOf(voter);
        }
    }

    private void forgetValueOf(int voter) {
        valueHolders = valueHolders.without(voter);
        valueSentTo = valueSentTo.without(voter);
    }

    /**
     * The voter shows that it does not know our state: it is to be told, as soon as that is durable
     * (Rule K7). If it was told a moment ago the messages have crossed, and one more reply each
     * would keep as many messages under way for ever as there once were. Was the first one lost,
     * then the voter asks again when its patience ends, which is longer than ours.
     */
    void reply(int voter) {
        if (!isJustTold(voter)) {
            tell(voter);
        }
    }

    /** Like {@link #reply}, to one that is at an earlier entry and may need the whole value. */
    void replyWithValue(int voter) {
        if (!isJustTold(voter)) {
            tellWithValue(voter);
        }
    }

    private boolean isJustTold(int voter) {
        return told.contains(voter)
                && turn.nowNanos() - toldNanos[voter] < turn.config().answerGapNanos();
    }

    /** Whether anybody has been told the state as it is now, which is to be remembered a while. */
    public boolean hasTold() {
        return !told.isEmpty();
    }

    /** Whether a voter has been told the state as it is now, as durable as it is. */
    public boolean hasTold(int voter) {
        return told.contains(voter);
    }

    /** The voter has restarted and has forgotten what it was told, and maybe what it held. */
    public void restarted(int voter) {
        forgetValueOf(voter);
        told = told.without(voter);
    }

    /** The voter is to be told our state as soon as it is durable. */
    public void tell(int voter) {
        recipients = recipients.with(voter);
    }

    /**
     * Like {@link #tell}, with the whole value: what was sent may be lost, and what the voter held
     * too, if it was a proposer that restarted before its own accept was durable (Rule D2).
     */
    public void tellWithValue(int voter) {
        tell(voter);
        forgetValueOf(voter);
    }

    /** All peers are to be told our state as soon as it is durable. */
    public void tellAll() {
        recipients = recipients.or(seat.peers());
    }

    /** Tells our state to whom it is to be told, if everything it rests on is durable. */
    public void flush(@Nullable PaxosInstance instance, long version, @Nullable ValueId chosenId) {
        if (recipients.isEmpty() || instance == null) {
            return;
        }
        if (instance.isFloor()) {
            recipients = VoterSet.NONE; // Rule A2: there is no vote to tell of
            return;
        }
        if (turn.rules().mayTell(records.isDurable())) {
            send(instance, version, chosenId, false);
        }
    }

    /** Rule D2: sends the own proposal to all others while its record is in flight, saying so. */
    public void proposeAhead(PaxosInstance instance, long version, @Nullable ValueId chosenId) {
        tellAll();
        send(instance, version, chosenId, true);
    }

    private void send(
            PaxosInstance instance,
            long version,
            @Nullable ValueId chosenId,
            boolean proposerVotePending) {
        EntryValue value = instance.value();
        for (int voter = 0; voter < seat.count(); voter++) {
            if (!recipients.contains(voter)) {
                continue;
            }
            boolean whole = !valueSentTo.contains(voter) && !valueHolders.contains(voter);
            valueSentTo = valueSentTo.with(voter);
            told = proposerVotePending ? told.without(voter) : told.with(voter);
            if (turn.config().answerGapNanos() > 0) {
                toldNanos[voter] = turn.nowNanos();
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
            seat.send(voter, message);
        }
        recipients = VoterSet.NONE;
    }
}
