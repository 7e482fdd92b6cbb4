package io.paxosstore.core;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The {@link Input.Recover}s that wait at one entity. Not thread-safe. */
final class Recoveries {
    private final Turn turn;
    private final List<Input.Recover> waiting = new ArrayList<>(0);

    Recoveries(Turn turn) {
        this.turn = turn;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    int size() {
        return waiting.size();
    }

    void add(Input.Recover request) {
        waiting.add(request);
    }

    /** Whether some of them wait for a later version than this. */
    boolean isBehind(long version) {
        for (Input.Recover one : waiting) {
            if (one.version() > version) {
                return true;
            }
        }
        return false;
    }

    /** Answers those that wait for no later version than this. */
    void reached(long version) {
        Iterator<Input.Recover> all = waiting.iterator();
        while (all.hasNext()) {
            Input.Recover one = all.next();
            if (one.version() <= version) {
                all.remove();
                turn.reply(one.token(), new Outcome.Recovered(version));
            }
        }
    }

    /** Refuses those whose deadline has passed. */
    void expire() {
        Iterator<Input.Recover> all = waiting.iterator();
        while (all.hasNext()) {
            Input.Recover one = all.next();
            if (one.deadlineNanos() <= turn.nowNanos()) {
                all.remove();
                turn.reply(one.token(), new Outcome.NotDone(Outcome.Reason.DEADLINE));
            }
        }
    }

    long earliestDeadlineNanos() {
        long earliest = Long.MAX_VALUE;
        for (Input.Recover one : waiting) {
            earliest = Math.min(earliest, one.deadlineNanos());
        }
        return earliest;
    }
}
