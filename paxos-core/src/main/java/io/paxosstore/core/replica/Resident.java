package io.paxosstore.core.replica;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.Stored;
import io.paxosstore.core.step.Seat;
import io.paxosstore.core.step.Turn;
import io.paxosstore.core.vote.ProbeAnswer;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * One entity of a {@link Replica}: on its way into memory, where what arrives is parked, or in it.
 * Not thread-safe.
 */
final class Resident {
    final Seat seat;
    @Nullable PaxosLog log;
    final List<Input> parked = new ArrayList<>(2);

    /** Whether an image came after the store was asked: what it answers is of before. */
    boolean stale;

    /** Whether what the store answers comes late. */
    boolean isLate;

    /** The earliest deadline of the requests that are parked, or earlier. */
    private long parkedDeadlineNanos = Long.MAX_VALUE;

    /** The time of the wheel's entry that counts; others of this resident are stale. */
    long timedAtNanos = Long.MAX_VALUE;

    Resident(Seat seat) {
        this.seat = seat;
    }

    /** This node votes for the entity no more: what waits is refused. */
    void end(Turn turn) {
        for (Input input : parked) {
            if (input instanceof Input.Request request) {
                Outcome refusal = new Outcome.NotDone(Outcome.Reason.NOT_A_VOTER);
                turn.reply(request.token(), refusal);
            }
        }
        if (log != null) {
            log.onEnd();
            log = null;
        }
    }

    /** Has an input wait until the entity is in memory. */
    void park(Input input) {
        parked.add(input);
        if (input instanceof Input.Request request) {
            parkedDeadlineNanos = Math.min(parkedDeadlineNanos, request.deadlineNanos());
        }
    }

    /** Refuses the parked requests whose deadline has passed. */
    void expireParked(Turn turn) {
        if (turn.nowNanos() < parkedDeadlineNanos) {
            return;
        }
        List<Input> all = List.copyOf(parked);
        parked.clear();
        parkedDeadlineNanos = Long.MAX_VALUE;
        for (Input input : all) {
            if (input instanceof Input.Request request
                    && request.deadlineNanos() <= turn.nowNanos()) {
                turn.reply(request.token(), new Outcome.NotDone(Outcome.Reason.DEADLINE));
            } else {
                park(input);
            }
        }
    }

    /** When {@link #expireParked} has something to do; {@link Long#MAX_VALUE} for never. */
    long parkedDeadlineNanos() {
        return parkedDeadlineNanos;
    }

    /**
     * The entity leaves memory. Stale entries of the wheel may refer to this for a while, by
     * hundreds of milliseconds at every entity: they keep nothing of it.
     */
    void leave() {
        if (log != null) {
            log.onLeave();
            log = null;
        }
    }

    /** Whether the newest value is to be loaded for what is wanted of an entity. */
    static boolean wantsNewest(Input input) {
        return input instanceof Input.Received received
                && received.message() instanceof Message.Probe probe
                && probe.wantsNewest();
    }

    /** Whether an input still counts, which may have been parked for a while. */
    boolean isRelevant(Input input, Relevance relevance) {
        return !(input instanceof Input.Received received)
                || !(relevance.isOutdated(received)
                        || relevance.isOfOtherEpoch(received, seat.configuration()));
    }

    /**
     * Answers probes from what is stored, without bringing the entity into memory for them.
     *
     * @return false if that is not all that is wanted of it
     */
    boolean answeredProbes(Stored stored, Relevance relevance) {
        if (stored.amnesiac()) {
            return false;
        }
        for (Input input : parked) {
            if (!(input instanceof Input.Received received)
                    || !(received.message() instanceof Message.Probe)) {
                return false;
            }
        }
        for (Input input : parked) {
            if (input instanceof Input.Received received
                    && received.message() instanceof Message.Probe probe
                    && isRelevant(input, relevance)) {
                Message reply = ProbeAnswer.of(probe, seat.key(), stored);
                EntryValue newest = stored.chosenValue();
                if (reply != null && probe.wantsNewest() && newest != null) {
                    answer(
                            received.from(),
                            new Message.Chosen(stored.version(), newest.id(), newest));
                }
                answer(received.from(), reply);
            }
        }
        return true;
    }

    private void answer(int asker, @Nullable Message reply) {
        int voter = seat.placeOf(asker);
        if (reply != null && seat.isPeer(voter)) {
            seat.send(voter, reply);
        }
    }
}
