package io.paxosstore.core;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The {@code LOCAL} reads that wait for the value to be in memory (Rule R5). Not thread-safe. */
final class LocalReads {
    private final Turn turn;
    private final List<Input.Read> waiting = new ArrayList<>(0);

    LocalReads(Turn turn) {
        this.turn = turn;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    void add(Input.Read read) {
        waiting.add(read);
    }

    /** Answers all of them. */
    void answer(long version, byte[] state) {
        Outcome answer = new Outcome.Value(version, new Outcome.Result(state));
        for (Input.Read read : waiting) {
            turn.reply(read.token(), answer);
        }
        waiting.clear();
    }

    /** Refuses those whose deadline has passed. */
    void expire() {
        Iterator<Input.Read> all = waiting.iterator();
        while (all.hasNext()) {
            Input.Read read = all.next();
            if (read.deadlineNanos() <= turn.nowNanos()) {
                all.remove();
                turn.reply(read.token(), new Outcome.NotDone(Outcome.Reason.DEADLINE));
            }
        }
    }

    long earliestDeadlineNanos() {
        long earliest = Long.MAX_VALUE;
        for (Input.Read read : waiting) {
            earliest = Math.min(earliest, read.deadlineNanos());
        }
        return earliest;
    }
}
