package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The events of a watch between the network thread, which brings them, and whoever takes them: a
 * listener, or a thread that waits for the next one. Thread-safe.
 *
 * @param <E> the events
 */
final class EventQueue<E> {
    /** Events told in one go before other listeners get their turn. */
    private static final int TOLD_AT_ONCE = 64;

    private final IoLoop loop;
    private final Owner<E> owner;
    private final int eventsMax;
    private final @Nullable Consumer<E> listener;
    private final Executor executor;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition something = lock.newCondition();
    private final Deque<E> events = new ArrayDeque<>();
    private @Nullable E end;
    private boolean full;
    private boolean telling;
    private boolean toldEnd;
    private boolean closedByUser;

    /** The watch. */
    interface Owner<E> {
        /** An event was taken, or passed over; the lock is held. */
        void passed(E event);

        /** There is room again. */
        void resume();

        /** Nobody wants any more. */
        void cancel();

        /** The last event. */
        E closed(NotDoneException.Reason reason, String message);
    }

    /**
     * @param eventsMax most events that wait, about
     * @param listener null if events are taken by {@link #next}
     * @param executor where the listener is called; null for the client's own thread
     */
    EventQueue(
            IoLoop loop,
            Owner<E> owner,
            int eventsMax,
            @Nullable Consumer<E> listener,
            @Nullable Executor executor) {
        this.loop = loop;
        this.owner = owner;
        this.eventsMax = eventsMax;
        this.listener = listener;
        this.executor = executor == null ? loop.watches().callbacks() : executor;
    }

    /** See {@link Watch#next}. */
    Optional<E> next(Duration timeout) {
        if (listener != null) {
            throw new IllegalStateException("The events of this watch go to its listener.");
        } else if (loop.isCurrentThread()) {
            throw new IllegalStateException(
                    "A callback on the client's network thread must not block.");
        }
        lock.lock();
        try {
            long left = Checks.waitNanos(timeout);
            while (events.isEmpty() && end == null && left > 0) {
                left = something.awaitNanos(left);
            }
            E event = take();
            return Optional.ofNullable(event == null ? end : event);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotDoneException(
                    NotDoneException.Reason.INTERRUPTED,
                    "The thread was interrupted while it waited for an event of a watch.",
                    true);
        } finally {
            lock.unlock();
        }
    }

    /** The lock that {@link Owner#passed} is called with. */
    ReentrantLock lock() {
        return lock;
    }

    /** Whether the watch has ended, by {@link #close} or by itself. */
    boolean isEnded() {
        lock.lock();
        try {
            return end != null;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the watch at the user's wish. */
    void close() {
        lock.lock();
        try {
            if (closedByUser) {
                return;
            }
            closedByUser = true;
            toldEnd = true;
            dropAll();
            if (end == null) {
                end = owner.closed(NotDoneException.Reason.CLOSED, "The watch was closed.");
            }
            something.signalAll();
        } finally {
            lock.unlock();
        }
        loop.watches().submit(owner::cancel);
    }

    private void dropAll() {
        loop.watches().queuedEvents().add(-events.size());
        events.clear();
    }

    private @Nullable E take() {
        E event = events.poll();
        if (event != null) {
            loop.watches().queuedEvents().decrement();
            owner.passed(event);
        }
        if (full && events.size() <= eventsMax / 2) {
            full = false;
            loop.watches().submit(owner::resume);
        }
        return event;
    }

    /**
     * Brings an event.
     *
     * @param isOfInterest whether anybody is to be told of it
     * @return whether there is room for more
     */
    boolean offer(E event, boolean isOfInterest) {
        lock.lock();
        try {
            if (end != null) {
                return true; // what comes is ignored until the watch is cancelled
            }
            if (isOfInterest) {
                events.add(event);
                loop.watches().queuedEvents().increment();
                something.signalAll();
                tellSoon();
            } else if (events.isEmpty()) {
                owner.passed(event);
            }
            full |= events.size() >= eventsMax; // until so many are taken that somebody is told
            return !full;
        } finally {
            lock.unlock();
        }
    }

    /** Brings the last event. */
    void end(E last) {
        lock.lock();
        try {
            if (end == null) {
                end = last;
                something.signalAll();
                tellSoon();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Has the listener called; the lock is held. */
    private void tellSoon() {
        if (listener == null || (telling && !isExecutorGone())) {
            return;
        }
        telling = true;
        try {
            executor.execute(this::tell);
        } catch (Throwable e) { // the user's executor has ended, or fails: nobody can be told
            telling = false;
            dropAll();
            toldEnd = true;
            endFor(e);
        }
    }

    /** Whether the executor has ended, and may have left out a task that it had taken. */
    private boolean isExecutorGone() {
        return executor instanceof ExecutorService service && service.isTerminated();
    }

    /** The executor takes no more tasks; the lock is held. */
    private void endFor(Throwable refusal) {
        boolean isFault = !(refusal instanceof RejectedExecutionException);
        if (isFault) {
            Faults.report(refusal);
        }
        if (end == null) {
            end =
                    owner.closed(
                            NotDoneException.Reason.REFUSED,
                            "The watch has ended: its executor takes no more tasks"
                                    + (isFault ? " (" + refusal + ")." : "."));
            loop.watches().submit(owner::cancel);
        }
    }

    private void tell() {
        Consumer<E> told = Objects.requireNonNull(listener);
        do {
            for (int i = 0; i < TOLD_AT_ONCE; i++) {
                E event = takeToTell();
                if (event == null) {
                    return;
                }
                Faults.guarded(() -> told.accept(event)); // they must not end the watch
            }
        } while (!isToldLater());
    }

    /**
     * Gives other listeners their turn.
     *
     * @return whether the rest is told after that; else, as the executor takes no more tasks, this
     *     one is to tell what has come until now, and the end
     */
    private boolean isToldLater() {
        try {
            executor.execute(this::tell);
            return true;
        } catch (Throwable e) {
            lock.lock();
            try {
                endFor(e);
            } finally {
                lock.unlock();
            }
            return false;
        }
    }

    private @Nullable E takeToTell() {
        lock.lock();
        try {
            E event = take();
            if (event == null && end != null && !toldEnd) {
                toldEnd = true;
                event = end;
            }
            if (event == null) {
                telling = false;
            }
            return event;
        } finally {
            lock.unlock();
        }
    }
}
