package io.paxosstore.core.replica;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.data.EntityData;
import io.paxosstore.core.data.UnaskedEntries;
import io.paxosstore.core.data.WriteQueue;
import io.paxosstore.core.learn.CatchUp;
import io.paxosstore.core.learn.Recoveries;
import io.paxosstore.core.propose.Demand;
import io.paxosstore.core.read.ConsistentReads;
import io.paxosstore.core.read.LocalReads;
import io.paxosstore.core.step.Turn;
import io.paxosstore.core.vote.EntityContext;

import org.jspecify.annotations.Nullable;

/**
 * What waits at one entity: writes, reads and recoveries, each with a deadline, and the entries
 * that are wanted though nobody writes. Not thread-safe.
 */
final class Requests implements Demand {
    private final EntityData data;
    private final CatchUp catchUp;
    private final WriteQueue writes;
    private final ConsistentReads reads;
    private final LocalReads localReads;
    private final Recoveries recoveries;
    private final UnaskedEntries unasked;

    Requests(EntityContext context, CatchUp catchUp) {
        Turn turn = context.turn();
        this.data = context.data();
        this.catchUp = catchUp;
        this.writes = new WriteQueue(turn, context.seat().policy());
        this.localReads = new LocalReads(turn);
        this.unasked = new UnaskedEntries(turn);
        this.reads = new ConsistentReads(context, unasked);
        this.recoveries = new Recoveries(context, catchUp, unasked);
    }

    WriteQueue writes() {
        return writes;
    }

    ConsistentReads reads() {
        return reads;
    }

    LocalReads localReads() {
        return localReads;
    }

    Recoveries recoveries() {
        return recoveries;
    }

    UnaskedEntries unasked() {
        return unasked;
    }

    /** Whether a request waits. */
    boolean isAnyWaiting() {
        return !(writes.isEmpty()
                && reads.isEmpty()
                && localReads.isEmpty()
                && recoveries.isEmpty());
    }

    @Override
    public boolean isRoundUseful() {
        return !writes.isEmpty() || !reads.isEmpty() || unasked.isWanted(data);
    }

    /** Recoveries go on by being asked. */
    @Override
    public boolean needNextEntry() {
        return !writes.isEmpty()
                || reads.isDriving()
                || unasked.isWanted(data)
                || recoveries.isBlocked()
                || recoveries.needRound();
    }

    @Override
    public boolean hasWrites() {
        return !writes.isEmpty();
    }

    @Override
    public @Nullable EntryValue unaskedValue() {
        return unasked.value(data);
    }

    @Override
    public long trialNonce() {
        return reads.drivingNonce();
    }

    @Override
    public void provenByTrial(long trialNonce) {
        reads.provenByTrial(trialNonce);
    }

    @Override
    public @Nullable EntryValue evaluateWrites() {
        return writes.isEmpty() ? null : data.evaluate(writes);
    }

    /** Answers the local reads; what they show as expired an entry is to say (Rule X2). */
    void answerLocalReads() {
        unasked.reach(localReads.answer(data));
    }

    @Override
    public void refuseAll() {
        writes.refuseAll(Outcome.Reason.NO_VOTE);
        reads.refuseAll(Outcome.Reason.NO_VOTE);
        catchUp.stop();
    }

    /** Refuses all there is, local reads and recoveries too. */
    void endAll(Outcome.Reason reason) {
        writes.refuseAll(reason);
        reads.refuseAll(reason);
        localReads.refuseAll(reason);
        recoveries.refuseAll(reason);
    }

    /** Refuses what is too late; probes again. */
    void tick() {
        writes.expire();
        reads.tick();
        recoveries.expire();
        localReads.expire();
        unasked.tick();
        if (writes.isEmpty() && reads.isEmpty() && recoveries.isEmpty()) {
            catchUp.stop();
        }
    }

    /** When {@link #tick} has something to do. */
    long wakeNanos() {
        long wake = Math.min(writes.earliestDeadlineNanos(), reads.wakeNanos());
        wake = Math.min(wake, recoveries.wakeNanos());
        wake = Math.min(wake, localReads.wakeNanos());
        return Math.min(wake, unasked.wakeNanos(data));
    }
}
