package io.paxosstore.core;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Requests of one kind that wait at one entity, refused when their deadlines pass. Not thread-safe.
 */
final class WaitingList<T extends Input.Request> {
    private final Turn turn;
    private final List<T> waiting = new ArrayList<>(0);

    WaitingList(Turn turn) {
        this.turn = turn;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    int size() {
        return waiting.size();
    }

    void add(T request) {
        waiting.add(request);
    }

    boolean hasAny(Predicate<T> wanted) {
        for (T one : waiting) {
            if (wanted.test(one)) {
                return true;
            }
        }
        return false;
    }

    /** Takes out all. */
    List<T> takeAll() {
        List<T> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }

    /** Takes out those that are done and passes them on. */
    void take(Predicate<T> done, Consumer<T> taker) {
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
    void expire() {
        take(
                one -> one.deadlineNanos() <= turn.nowNanos(),
                one -> turn.reply(one.token(), new Outcome.NotDone(Outcome.Reason.DEADLINE)));
    }

    long earliestDeadlineNanos() {
        long earliest = Long.MAX_VALUE;
        for (T one : waiting) {
            earliest = Math.min(earliest, one.deadlineNanos());
        }
        return earliest;
    }
}
