package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

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
    private final IoLoop loop;
    private final WatchTask task;
    private final EventQueue<WatchEvent> queue;
    private final @Nullable String object;
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
        this.queue =
                new EventQueue<>(
                        loop,
                        new Owner(),
                        eventsMax,
                        listener == null ? null : listener::onEvent,
                        executor);
        this.nextVersion = fromVersion;
    }

    /** Where the network thread brings what comes. */
    private final class Sink implements WatchSink {
        @Override
        public boolean onEvent(WatchEvent event) {
            return queue.offer(event, isOfInterest(event));
        }

        @Override
        public void onClosed(WatchEvent.Closed closed) {
            queue.end(closed);
        }
    }

    private final class Owner implements EventQueue.Owner<WatchEvent> {
        @Override
        public void passed(WatchEvent event) {
            nextVersion = after(event);
        }

        @Override
        public void resume() {
            loop.watches().resume(task);
        }

        @Override
        public void cancel() {
            loop.watches().cancel(task);
        }

        @Override
        public WatchEvent closed(NotDoneException.Reason reason, String message) {
            return new WatchEvent.Closed(reason, message);
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
        return queue.next(timeout);
    }

    /** The version from which another watch would go on behind the last event taken. */
    public long nextVersion() {
        queue.lock().lock();
        try {
            return nextVersion;
        } finally {
            queue.lock().unlock();
        }
    }

    /** Whether the watch has ended, by {@link #close} or by itself. */
    public boolean isClosed() {
        return queue.isEnded();
    }

    /** Ends the watch; no event is told any more, but for one that is being told now. */
    @Override
    public void close() {
        queue.close();
    }

    private static long after(WatchEvent event) {
        if (event instanceof WatchEvent.Changed changed) {
            return WatchEngine.after(changed.version());
        } else if (event instanceof WatchEvent.Compacted compacted) {
            return WatchEngine.after(compacted.version());
        }
        throw new IllegalStateException("an end waits among the events");
    }

    private boolean isOfInterest(WatchEvent event) {
        return object == null
                || !(event instanceof WatchEvent.Changed changed)
                || changed.mayTouch(object);
    }
}
