package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A watch on an entity, or on one object of it: tells of every version from a given one on, in
 * order, each once, as soon as a node has applied it. Thread-safe; close it.
 *
 * <p>It lives as long as the client, over the loss of connections and nodes: then it goes on at
 * another node behind the last event. What no node can tell any more (the servers keep a day, or 1
 * GiB, see history.bytes) is told as {@link WatchEvent.Compacted}. Up to {@link
 * ClientOptions#watchEventsMax} events wait here for whoever takes them; when they are too many,
 * the watch is taken off the server until half of them are taken, and goes on from there: a slow
 * reader loses nothing but what the servers drop in the meantime, which it is told.
 */
public final class Watch implements AutoCloseable {
    /** Events told in one go before other listeners get their turn. */
    private static final int TOLD_AT_ONCE = 64;

    private final IoLoop loop;
    private final WatchTask task;
    private final int eventsMax;
    private final @Nullable String object;
    private final @Nullable WatchListener listener;
    private final Executor executor;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition something = lock.newCondition();
    private final Deque<WatchEvent> events = new ArrayDeque<>();
    private WatchEvent.@Nullable Closed end;
    private boolean full;
    private boolean telling;
    private boolean toldEnd;
    private boolean closedByUser;
    private long nextVersion;

    /**
     * @param object the only object of interest; null for all
     * @param listener null if events are taken by {@link #next}
     */
    Watch(
            IoLoop loop,
            int space,
            byte[] entity,
            long fromVersion,
            @Nullable String object,
            @Nullable WatchListener listener,
            @Nullable Executor executor,
            int eventsMax) {
        this.loop = loop;
        this.task = new WatchTask(space, entity, fromVersion, new Sink());
        this.object = object;
        this.listener = listener;
        this.executor = executor == null ? loop.watches().callbacks() : executor;
        this.eventsMax = eventsMax;
        this.nextVersion = fromVersion;
    }

    /** Where the network thread brings what comes. */
    private final class Sink implements WatchSink {
        @Override
        public boolean onEvent(WatchEvent event) {
            return offer(event);
        }

        @Override
        public void onClosed(WatchEvent.Closed closed) {
            ended(closed);
        }
    }

    Watch start() {
        loop.watches().submit(() -> loop.watches().start(task));
        return this;
    }

    /**
     * The next event; waits for it. For watches without a listener.
     *
     * @return empty if there was none in this time; {@link WatchEvent.Closed} again and again once
     *     the watch has ended
     * @throws NotDoneException with the reason INTERRUPTED if the thread is interrupted
     */
    public Optional<WatchEvent> next(Duration timeout) {
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
            WatchEvent event = take();
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

    /** The version from which another watch would go on behind the last event taken. */
    public long nextVersion() {
        lock.lock();
        try {
            return nextVersion;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the watch has ended, by {@link #close} or by itself. */
    public boolean isClosed() {
        lock.lock();
        try {
            return end != null;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the watch; no event is told any more, but for one that is being told now. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (closedByUser) {
                return;
            }
            closedByUser = true;
            toldEnd = true;
            events.clear();
            if (end == null) {
                end =
                        new WatchEvent.Closed(
                                NotDoneException.Reason.CLOSED, "The watch was closed.");
            }
            something.signalAll();
        } finally {
            lock.unlock();
        }
        loop.watches().submit(() -> loop.watches().cancel(task));
    }

    private @Nullable WatchEvent take() {
        WatchEvent event = events.poll();
        if (event != null) {
            nextVersion = after(event);
        }
        if (full && events.size() <= eventsMax / 2) {
            full = false;
            loop.watches().submit(() -> loop.watches().resume(task));
        }
        return event;
    }

    private static long after(WatchEvent event) {
        if (event instanceof WatchEvent.Changed changed) {
            return WatchEngine.after(changed.version());
        } else if (event instanceof WatchEvent.Compacted compacted) {
            return WatchEngine.after(compacted.version());
        }
        throw new IllegalStateException("an end waits among the events");
    }

    private boolean offer(WatchEvent event) {
        lock.lock();
        try {
            if (end != null) {
                return true; // what comes is ignored until the watch is cancelled
            }
            if (isOfInterest(event)) {
                events.add(event);
                something.signalAll();
                tellSoon();
            } else if (events.isEmpty()) {
                nextVersion = after(event);
            }
            full = events.size() >= eventsMax;
            return !full;
        } finally {
            lock.unlock();
        }
    }

    private boolean isOfInterest(WatchEvent event) {
        return object == null
                || !(event instanceof WatchEvent.Changed changed)
                || changed.mayTouch(object);
    }

    private void ended(WatchEvent.Closed closed) {
        lock.lock();
        try {
            if (end == null) {
                end = closed;
                something.signalAll();
                tellSoon();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Has the listener called; the lock is held. */
    private void tellSoon() {
        if (listener == null || telling) {
            return;
        }
        telling = true;
        try {
            executor.execute(this::tell);
        } catch (RejectedExecutionException e) {
            // The user's executor has ended, or the client: nobody can be told.
            telling = false;
            events.clear();
            toldEnd = true;
            if (end == null) {
                end =
                        new WatchEvent.Closed(
                                NotDoneException.Reason.REFUSED,
                                "The watch has ended: its executor takes no more tasks.");
                loop.watches().submit(() -> loop.watches().cancel(task));
            }
        }
    }

    private void tell() {
        for (int i = 0; i < TOLD_AT_ONCE; i++) {
            WatchEvent event = takeToTell();
            if (event == null || listener == null) {
                return;
            }
            try {
                listener.onEvent(event);
            } catch (RuntimeException e) { // the user's fault must not end the watch
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            }
        }
        lock.lock();
        try {
            telling = false;
            tellSoon();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable WatchEvent takeToTell() {
        lock.lock();
        try {
            WatchEvent event = take();
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
