package io.paxosstore.client;

import io.paxosstore.protocol.model.RangeChange;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * A watch on all keys of a space, or all entities, whose names begin with a prefix. It tells first
 * that it has begun ({@link RangeEvent.Resync}), and from then on of every change, each once, as
 * soon as a node has applied it; {@link RangeEvent} says in which order. Thread-safe; close it.
 *
 * <p>All nodes tell what they apply, and what more than one of them tells is told once. So it goes
 * on without a gap while nodes are cut off, stopped and started, or crash one after the other;
 * after a connection was lost, each node goes on where it was, from its history of changes (a day,
 * or 1 GiB, see history.bytes). A node that has crashed may have lost the end of its history, and
 * is not relied on any more; only when that is true of all voters of a slot, another {@link
 * RangeEvent.Resync} asks for the range to be read.
 *
 * <p>Up to {@link ClientOptions#watchEventsMax} events wait here, about, for whoever takes them;
 * when they are too many, servers that tell something new are stopped until half of them are taken.
 *
 * @param <K> the keys, or the ids of entities
 */
public final class RangeWatch<K> implements AutoCloseable {
    private final IoLoop loop;
    private final RangeTask task;
    private final EventQueue<RangeEvent<K>> queue;
    private final Codec<K> codec;
    private boolean hasRoom = true;

    RangeWatch(
            IoLoop loop,
            int space,
            byte[] prefix,
            boolean isExact,
            Codec<K> codec,
            @Nullable RangeListener<K> listener,
            @Nullable Executor executor,
            ClientOptions options) {
        this.loop = loop;
        this.codec = codec;
        this.task =
                new RangeTask(
                        space,
                        prefix,
                        isExact,
                        options.watchKeysMax(),
                        key -> loop.watches().ranges().votersOf(key),
                        new Sink());
        this.queue =
                new EventQueue<>(
                        loop,
                        new Owner(),
                        options.watchEventsMax(),
                        listener == null ? null : listener::onEvent,
                        executor);
    }

    /** Where the network thread brings what comes. */
    private final class Sink implements RangeSink {
        @Override
        public void changed(RangeChange change) {
            K key;
            try {
                key = codec.decode(change.key());
            } catch (Throwable e) { // must not end the network thread
                Faults.report(e);
                queue.end(
                        new RangeEvent.Closed<>(
                                NotDoneException.Reason.REFUSED,
                                "The watch has ended: a name in its range cannot be decoded ("
                                        + Objects.requireNonNullElse(e.getMessage(), e.toString())
                                        + "); watch a narrower prefix, or names as bytes."));
                loop.watches().submit(() -> loop.watches().cancel(task));
                return;
            }
            offer(
                    new RangeEvent.Changed<>(
                            key, change.version(), change.complete(), change.objects()));
        }

        @Override
        public void resync() {
            offer(new RangeEvent.Resync<>());
        }

        private void offer(RangeEvent<K> event) {
            hasRoom = queue.offer(event, true);
        }

        @Override
        public boolean hasRoom() {
            return hasRoom;
        }

        @Override
        public void closed(NotDoneException.Reason reason, String message) {
            queue.end(new RangeEvent.Closed<>(reason, message));
        }
    }

    private final class Owner implements EventQueue.Owner<RangeEvent<K>> {
        @Override
        public void passed(RangeEvent<K> event) {}

        @Override
        public void resume() {
            hasRoom = true;
            loop.watches().resume(task);
        }

        @Override
        public void cancel() {
            loop.watches().cancel(task);
        }

        @Override
        public RangeEvent<K> closed(NotDoneException.Reason reason, String message) {
            return new RangeEvent.Closed<>(reason, message);
        }
    }

    RangeWatch<K> start() {
        loop.watches().submit(() -> loop.watches().start(task));
        return this;
    }

    /**
     * The next event; waits for it. For watches without a listener.
     *
     * @return empty if there was none in this time; {@link RangeEvent.Closed} again and again once
     *     the watch has ended
     * @throws NotDoneException with the reason INTERRUPTED if the thread is interrupted
     */
    public Optional<RangeEvent<K>> next(Duration timeout) {
        return queue.next(timeout);
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
}
