package io.paxosstore.core.learn;

import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.data.EntityData;
import io.paxosstore.core.data.UnaskedEntries;
import io.paxosstore.core.step.Seat;
import io.paxosstore.core.step.Turn;
import io.paxosstore.core.step.WaitingList;
import io.paxosstore.core.vote.EntityContext;
import io.paxosstore.core.vote.LogState;
import io.paxosstore.core.vote.PaxosInstance;

/**
 * The recoveries that wait at one entity (Rules C3, A5). What is known to be chosen elsewhere they
 * catch up with. Where nobody is known to be ahead they find out whether the value that is accepted
 * here was chosen: marks are not durable by themselves (Rule D3), so that after the crash of the
 * proposer, or of all nodes, nobody may know any more what a client was told. Not thread-safe.
 */
public final class Recoveries {
    private final Turn turn;
    private final Seat seat;
    private final EntityData data;
    private final LogState state;
    private final CatchUp catchUp;
    private final UnaskedEntries unasked;
    private final WaitingList<Input.Recover> waiting;

    /** The entry of which the others were asked what they hold; 0 for none. */
    private long askedEntry;

    /** Until when their answers may come. */
    private long untilNanos = Long.MAX_VALUE;

    public Recoveries(EntityContext context, CatchUp catchUp, UnaskedEntries unasked) {
        this.turn = context.turn();
        this.seat = context.seat();
        this.data = context.data();
        this.state = context.state();
        this.catchUp = catchUp;
        this.unasked = unasked;
        this.waiting = new WaitingList<>(turn);
    }

    public int size() {
        return waiting.size();
    }

    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    public void add(Input.Recover request) {
        waiting.add(request);
    }

    public void expire() {
        waiting.expire();
        if (waiting.isEmpty()) {
            stopAsking();
        }
    }

    public void refuseAll(Outcome.Reason reason) {
        waiting.refuseAll(reason);
        stopAsking();
    }

    public long wakeNanos() {
        return Math.min(untilNanos, waiting.earliestDeadlineNanos());
    }

    /** Whether a recovery waits for an entry that this replica must not vote on to be chosen. */
    public boolean isBlocked() {
        PaxosInstance pending = state.pending();
        return !isEmpty()
                && pending != null
                && (pending.isFloor() || data.lacksDataBefore(pending.entry()));
    }

    /** Answers those that wait for nothing above the version. */
    public void answer() {
        if (isEmpty() || data.isAwaitingStore() || isBlocked()) {
            return;
        }
        long version = data.version();
        waiting.take(
                one -> one.version() <= version,
                one -> turn.reply(one.token(), new Outcome.Recovered(version)));
        if (askedEntry <= version) {
            stopAsking();
        }
    }

    /**
     * Goes on.
     *
     * @return whether a round has to find out what was chosen
     */
    public boolean needRound() {
        if (isEmpty()) {
            return false;
        }
        long version = data.version();
        if (!waiting.hasAny(one -> one.version() > version)) {
            return false;
        }
        PaxosInstance pending = state.pending();
        if (pending == null || pending.accepted() == 0 || catchUp.newestElsewhere() > version) {
            catchUp.request(version);
            return false;
        }
        if (askedEntry != pending.entry()) {
            askWhatOthersHold(pending.entry());
            return false;
        }
        if (turn.nowNanos() < untilNanos) {
            return false;
        }
        unasked.finish(askedEntry);
        stopAsking();
        return true;
    }

    /**
     * If a majority turns out to hold the same, it is chosen, and the others are told: without a
     * record, or a value under way, for what may be every entity after a power loss.
     */
    private void askWhatOthersHold(long entry) {
        askedEntry = entry;
        untilNanos = turn.nowNanos() + turn.config().catchUpNanos();
        Message probe = new Message.Probe(turn.nextNonce(), false);
        for (int voter = 0; voter < seat.count(); voter++) {
            if (seat.isPeer(voter)) {
                seat.send(voter, probe);
            }
        }
    }

    private void stopAsking() {
        askedEntry = 0;
        untilNanos = Long.MAX_VALUE;
    }
}
