package io.paxosstore.sim;

import io.paxosstore.core.Invariant;

import org.jspecify.annotations.Nullable;

import java.util.PriorityQueue;

/**
 * Virtual time: events run in the order of their times, events of one time in the order in which
 * they were scheduled. Not thread-safe.
 */
final class EventQueue {
    private record Event(long atNanos, long sequence, Runnable action)
            implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(atNanos, other.atNanos);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long nowNanos;
    private long sequence;

    /** Virtual time, from 0. */
    long nowNanos() {
        return nowNanos;
    }

    /** How many events were scheduled so far. */
    long scheduled() {
        return sequence;
    }

    /** Schedules an event; a time in the past means now. */
    void at(long atNanos, Runnable action) {
        events.add(new Event(Math.max(atNanos, nowNanos), sequence++, action));
    }

    /** Schedules an event after a delay. */
    void after(long delayNanos, Runnable action) {
        Invariant.check(delayNanos >= 0, "a delay is not negative");
        at(nowNanos + delayNanos, action);
    }

    /** When the next event is due; {@link Long#MAX_VALUE} when there is none. */
    long nextNanos() {
        Event next = events.peek();
        return next == null ? Long.MAX_VALUE : next.atNanos();
    }

    /** Runs the next event if it is due by {@code untilNanos}. Returns whether there was one. */
    boolean runNext(long untilNanos) {
        @Nullable Event next = events.peek();
        if (next == null || next.atNanos() > untilNanos) {
            nowNanos = Math.max(nowNanos, untilNanos);
            return false;
        }
        events.remove();
        nowNanos = next.atNanos();
        next.action().run();
        return true;
    }
}
