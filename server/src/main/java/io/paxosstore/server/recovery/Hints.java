package io.paxosstore.server.recovery;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Entities that are known to want recovery: found damaged by the engine, or behind by the core.
 * Bounded: of too many hints only that there were too many is kept. Thread-safe.
 */
final class Hints {
    private static final int WAITING_MAX = 1024;

    /**
     * One hint.
     *
     * @param from a node that knows {@code version} to be chosen; 0 for damage
     */
    record Hint(EntityKey key, int from, long version) {
        boolean isDamage() {
            return from == 0;
        }
    }

    private final BlockingQueue<Hint> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private final AtomicBoolean overflowed = new AtomicBoolean();

    void damaged(EntityKey key) {
        add(new Hint(key, 0, 0));
    }

    void lagging(Effects.Lag lag) {
        add(new Hint(lag.key(), lag.from(), lag.version()));
    }

    private void add(Hint hint) {
        if (!waiting.offer(hint)) {
            overflowed.set(true);
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** The oldest hint, taken out; null for none. */
    @Nullable Hint next() {
        return waiting.poll();
    }

    /** Whether hints were lost since the last call. */
    boolean takeOverflow() {
        return overflowed.getAndSet(false);
    }
}
