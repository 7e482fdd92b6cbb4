package io.paxosstore.core.read;

import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.step.Turn;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The linearizable reads that wait at one entity, in two batches: those that one round of probes is
 * asked for, and those that arrived since. These wait for the next round, since a probe must be
 * sent after the read arrived (Rule R1). Not thread-safe.
 */
final class ReadQueue {
    private record Waiting(long token, long deadlineNanos, long clockMillis) {}

    private final Turn turn;
    private List<Waiting> batch = new ArrayList<>(2);
    private List<Waiting> next = new ArrayList<>(0);
    private long earliestDeadlineNanos = Long.MAX_VALUE;

    ReadQueue(Turn turn) {
        this.turn = turn;
    }

    boolean isEmpty() {
        return batch.isEmpty() && next.isEmpty();
    }

    int size() {
        return batch.size() + next.size();
    }

    /** Whether there are reads in the first batch. */
    boolean hasBatch() {
        return !batch.isEmpty();
    }

    long earliestDeadlineNanos() {
        return earliestDeadlineNanos;
    }

    /**
     * A read has arrived.
     *
     * @param isBatchClosed whether the batch has been asked for already
     */
    void add(Input.Read request, boolean isBatchClosed) {
        earliestDeadlineNanos = Math.min(earliestDeadlineNanos, request.deadlineNanos());
        Waiting one = new Waiting(request.token(), request.deadlineNanos(), request.clockMillis());
        (isBatchClosed ? next : batch).add(one);
    }

    /** The latest clock that a read of the batch wants an entry to have reached (Rule X2). */
    long batchClockMillis() {
        long latest = 0;
        for (Waiting one : batch) {
            latest = Math.max(latest, one.clockMillis());
        }
        return latest;
    }

    /** Answers the batch; those that arrived meanwhile are the batch now. */
    void answerBatch(Outcome outcome) {
        for (Waiting one : batch) {
            turn.reply(one.token(), outcome);
        }
        nextBatch();
    }

    private void nextBatch() {
        List<Waiting> emptied = batch;
        emptied.clear();
        batch = next;
        next = emptied;
        if (batch.isEmpty()) {
            earliestDeadlineNanos = Long.MAX_VALUE;
        }
    }

    /**
     * Refuses what is too late.
     *
     * @return whether nothing is left of the batch: the next one has taken its place
     */
    boolean expire() {
        if (turn.nowNanos() < earliestDeadlineNanos) {
            return false;
        }
        earliestDeadlineNanos = Long.MAX_VALUE;
        expire(batch);
        expire(next);
        if (hasBatch()) {
            return false;
        }
        nextBatch();
        return true;
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

    /** All reads are one batch that has not been asked for. */
    void joinBatches() {
        batch.addAll(next);
        next.clear();
    }

    /** Answers everything that waits: the entity cannot be served here. */
    void refuseAll(Outcome.Reason reason) {
        joinBatches();
        for (Waiting one : batch) {
            turn.reply(one.token(), new Outcome.NotDone(reason));
        }
        batch.clear();
        earliestDeadlineNanos = Long.MAX_VALUE;
    }
}
