package io.paxosstore.server.log;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Lets the same thing happen so many times in a minute, and counts how often it wanted to happen
 * besides. The minute of each begins when it happens for the first time, and again when it happens
 * for the first time after that. Thread-safe; its memory is bounded, whatever happens.
 *
 * @param <K> what is the same: equal ones are
 */
final class RepeatLimit<K> {
    /** Things that are told apart at a time; one more is let happen, uncounted. */
    static final int KINDS_MAX = 1000;

    /**
     * Something that was held back.
     *
     * @param times how often, in the minute that is over
     */
    record Held<K>(K what, long times) {}

    private static final class Window<K> {
        private final K what;
        private final long beganNanos;
        private int passed;
        private long held;

        private Window(K what, long beganNanos) {
            this.what = what;
            this.beganNanos = beganNanos;
        }
    }

    private final int timesMax;
    private final long windowNanos;
    private final Map<K, Window<K>> windows = new HashMap<>();

    /** In the order in which they began, which is that in which they end. */
    private final Queue<Window<K>> open = new ArrayDeque<>();

    private final List<Held<K>> over = new ArrayList<>();
    private int holding;

    /**
     * @param timesMax how often in a window, at least once
     * @param windowNanos length of the "minute"
     */
    RepeatLimit(int timesMax, long windowNanos) {
        this.timesMax = timesMax;
        this.windowNanos = windowNanos;
    }

    /** Whether it may happen once more at this time, of a monotonic clock. */
    synchronized boolean admits(K what, long nowNanos) {
        end(nowNanos);
        Window<K> window = windows.get(what);
        if (window == null) {
            if (windows.size() == KINDS_MAX) {
                return true;
            }
            window = new Window<>(what, nowNanos);
            windows.put(what, window);
            open.add(window);
        }
        if (window.passed < timesMax) {
            window.passed++;
            return true;
        }
        holding += window.held == 0 ? 1 : 0;
        window.held++;
        return false;
    }

    /** What was held back in minutes that are over and was not told here yet. */
    synchronized List<Held<K>> over(long nowNanos) {
        end(nowNanos);
        return told();
    }

    /** What was held back and was not told, also in minutes that are not over; they end. */
    synchronized List<Held<K>> all() {
        while (!open.isEmpty()) {
            end(open.element());
        }
        return told();
    }

    /** Whether something is to be told when minutes are over. */
    synchronized boolean isHolding() {
        return holding > 0 || !over.isEmpty();
    }

    private void end(long nowNanos) {
        while (!open.isEmpty() && nowNanos - open.element().beganNanos >= windowNanos) {
            end(open.element());
        }
    }

    private void end(Window<K> oldest) {
        open.remove(oldest);
        windows.remove(oldest.what);
        if (oldest.held > 0) {
            holding--;
            over.add(new Held<>(oldest.what, oldest.held));
        }
    }

    private List<Held<K>> told() {
        List<Held<K>> told = List.copyOf(over);
        over.clear();
        return told;
    }
}
