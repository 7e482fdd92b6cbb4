package io.paxosstore.core;

import org.jspecify.annotations.Nullable;

/**
 * What waits at one entity: writes, reads and recoveries, each with a deadline, and the entries
 * that are wanted though nobody writes. Not thread-safe.
 */
final class Requests {
    private final EntityData data;
    private final CatchUp catchUp;
    private final boolean isTableLost;
    private final WriteQueue writes;
    private final ConsistentReads reads;
    private final LocalReads localReads;
    private final Recoveries recoveries;
    private final UnaskedEntries unasked;

    Requests(EntityContext context, CatchUp catchUp) {
        Turn turn = context.turn();
        this.data = context.data();
        this.catchUp = catchUp;
        this.isTableLost = turn.mutation() == Mutation.W3;
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

    /** Whether a round under way still serves somebody. */
    boolean isRoundUseful() {
        return !writes.isEmpty() || !reads.isEmpty() || unasked.isWanted(data);
    }

    /** Whether somebody needs the next entry learnt or chosen; recoveries go on by being asked. */
    boolean needNextEntry() {
        return !writes.isEmpty()
                || reads.isDriving()
                || unasked.isWanted(data)
                || recoveries.isBlocked()
                || recoveries.needRound();
    }

    /**
     * Makes the next entry's value of the writes that wait (Rules W1, W2).
     *
     * @return null when nothing is left to propose, or while the engine evaluates
     */
    @Nullable EntryValue evaluateWrites() {
        return writes.isEmpty() ? null : data.evaluate(writes, isTableLost);
    }

    /** Answers the local reads; what they show as expired an entry is to say (Rule X2). */
    void answerLocalReads() {
        unasked.reach(localReads.answer(data));
    }

    /** Answers writes and consistent reads: the entity cannot be served here (Rule A2). */
    void refuseAll() {
        writes.refuseAll(Outcome.Reason.NO_VOTE);
        reads.refuseAll(Outcome.Reason.NO_VOTE);
        catchUp.stop();
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
