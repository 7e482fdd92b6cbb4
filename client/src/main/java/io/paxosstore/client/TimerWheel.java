package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Timers of about {@link #TICK_NANOS} accuracy, armed and cancelled in constant time without
 * allocation: a ring of lists, one per tick; a timer further away than the ring is long stays in
 * its list for more than one round. Never fires early. Not thread-safe.
 */
final class TimerWheel {
    private static final int TICK_SHIFT = 22;

    /** Length of a tick: 4.2 ms. */
    static final long TICK_NANOS = 1L << TICK_SHIFT;

    private static final int SLOTS = 256;

    /** Something that can be armed for a moment. In at most one wheel. */
    abstract static class Timer {
        private @Nullable Timer before;
        private @Nullable Timer after;
        private long atNanos;

        private boolean isArmed() {
            return before != null;
        }
    }

    private static final class Head extends Timer {}

    private final Head[] slots = new Head[SLOTS];
    private final List<Timer> due = new ArrayList<>();
    private long tick;
    private int armed;

    TimerWheel(long nowNanos) {
        tick = nowNanos >> TICK_SHIFT;
        for (int i = 0; i < SLOTS; i++) {
            Head head = new Head();
            link(head, head);
            slots[i] = head;
        }
    }

    boolean isEmpty() {
        return armed == 0;
    }

    /** Sets the timer to this moment of the monotonic clock, or moves it there. */
    void arm(Timer timer, long atNanos) {
        cancel(timer);
        timer.atNanos = atNanos;
        long at = Math.max((atNanos + TICK_NANOS - 1) >> TICK_SHIFT, tick + 1);
        Head head = slots[(int) (at & (SLOTS - 1))];
        link(lastOf(head), timer);
        link(timer, head);
        armed++;
    }

    /** Unsets the timer if it is armed. */
    void cancel(Timer timer) {
        Timer before = timer.before;
        Timer after = timer.after;
        if (before == null || after == null) {
            return;
        }
        link(before, after);
        timer.before = null;
        timer.after = null;
        armed--;
    }

    /** Fires what is due; a timer may be armed again while it fires. */
    void advance(long nowNanos, Consumer<Timer> onFire) {
        long nowTick = nowNanos >> TICK_SHIFT;
        if (nowTick <= tick) {
            return;
        }
        long first = Math.max(tick + 1, nowTick - SLOTS + 1);
        tick = nowTick;
        for (long t = first; t <= nowTick; t++) {
            collect(slots[(int) (t & (SLOTS - 1))], timer -> timer.atNanos - nowNanos <= 0);
        }
        fire(onFire);
    }

    /** Fires all timers, whatever their moment. */
    void fireAll(Consumer<Timer> onFire) {
        for (Head head : slots) {
            collect(head, timer -> true);
        }
        fire(onFire);
    }

    private void collect(Head head, Predicate<Timer> wanted) {
        Timer timer = firstOf(head);
        while (timer != null && timer != head) {
            Timer next = timer.after;
            if (wanted.test(timer)) {
                cancel(timer);
                due.add(timer);
            }
            timer = next;
        }
    }

    /** A timer that an earlier one armed anew waits for its new moment. */
    private void fire(Consumer<Timer> onFire) {
        if (due.isEmpty()) {
            return;
        }
        Timer[] batch = due.toArray(new Timer[0]);
        due.clear();
        int fired = 0;
        try {
            for (; fired < batch.length; fired++) {
                if (!batch[fired].isArmed()) {
                    onFire.accept(batch[fired]);
                }
            }
        } finally {
            // An error ends the thread, which ends all calls: those that are armed.
            for (; fired < batch.length; fired++) {
                if (!batch[fired].isArmed()) {
                    arm(batch[fired], batch[fired].atNanos);
                }
            }
        }
    }

    private static Timer lastOf(Timer head) {
        return head.before == null ? head : head.before;
    }

    private static Timer firstOf(Timer head) {
        return head.after == null ? head : head.after;
    }

    private static void link(Timer first, Timer second) {
        first.after = second;
        second.before = first;
    }
}
