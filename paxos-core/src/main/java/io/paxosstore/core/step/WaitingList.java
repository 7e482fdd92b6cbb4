package io.paxosstore.core.step;

import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Requests of one kind that wait at one entity, refused when their deadlines pass. Most often there
 * are none, and then nothing is allocated. Not thread-safe.
 */
public final class WaitingList<T extends Input.Request> {
    private final Turn turn;
    private List<T> waiting = List.of();

    public WaitingList(Turn turn) {
        this.turn = turn;
    }

    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    public int size() {
        return waiting.size();
    }

    public void add(T request) {
        if (waiting.isEmpty()) {
            waiting = new ArrayList<>(2);
        }
        waiting.add(request);
    }

    public boolean hasAny(Predicate<T> wanted) {
        if (waiting.isEmpty()) {
            return false;
        }
        for (T one : waiting) {
            if (wanted.test(one)) {
                return true;
            }
        }
        return false;
    }

    /** Takes out all. */
    public List<T> takeAll() {
        List<T> all = waiting;
        waiting = List.of();
        return all;
    }

    /** Takes out those that are done and passes them on. */
    public void take(Predicate<T> done, Consumer<T> taker) {
        if (waiting.isEmpty()) {
            return;
        }
        Iterator<T> all = waiting.iterator();
        while (all.hasNext()) {
            T one = all.next();
            if (done.test(one)) {
                all.remove();
                taker.accept(one);
            }
        }
    }

    /** Refuses those whose deadline has passed. */
    public void expire() {
        if (waiting.isEmpty()) {
            return;
        }
        take(
                one -> one.deadlineNanos() <= turn.nowNanos(),
                one -> turn.reply(one.token(), new Outcome.NotDone(Outcome.Reason.DEADLINE)));
    }

    /** Refuses all. */
    public void refuseAll(Outcome.Reason reason) {
        take(one -> true, one -> turn.reply(one.token(), new Outcome.NotDone(reason)));
    }

    public long earliestDeadlineNanos() {
        long earliest = Long.MAX_VALUE;
        if (waiting.isEmpty()) {
            return earliest;
        }
        for (T one : waiting) {
            earliest = Math.min(earliest, one.deadlineNanos());
        }
        return earliest;
    }
}
