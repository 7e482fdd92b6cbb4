package io.paxosstore.core.read;

import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.data.EntityData;
import io.paxosstore.core.step.Turn;
import io.paxosstore.core.step.WaitingList;

/** The LOCAL reads of one entity: they wait for its data alone (Rule R5). Not thread-safe. */
public final class LocalReads {
    private final Turn turn;
    private final WaitingList<Input.Read> waiting;

    public LocalReads(Turn turn) {
        this.turn = turn;
        this.waiting = new WaitingList<>(turn);
    }

    public void add(Input.Read request) {
        waiting.add(request);
    }

    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    public void expire() {
        waiting.expire();
    }

    public void refuseAll(Outcome.Reason reason) {
        waiting.refuseAll(reason);
    }

    public long wakeNanos() {
        return waiting.earliestDeadlineNanos();
    }

    /**
     * Answers all, if the data is there: by what the entries say, whatever the time is, since
     * nobody may be told that something has expired before an entry says so (Rule X1).
     *
     * @return the clock that an entry ought to reach then (Rule X2); 0 for none
     */
    public long answer(EntityData data) {
        if (waiting.isEmpty() || !data.isInMemory()) {
            return 0;
        }
        long due = data.dueMillis(turn.wallMillis());
        Outcome answer = data.answer();
        for (Input.Read read : waiting.takeAll()) {
            due = Math.max(due, read.clockMillis());
            turn.reply(read.token(), answer);
        }
        return due;
    }
}
