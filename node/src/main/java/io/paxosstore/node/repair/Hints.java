package io.paxosstore.node.repair;

import io.paxosstore.core.Effects;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Entities that are known to want recovery: found damaged by the engine, or behind by the core.
 * Bounded. Thread-safe.
 */
final class Hints {
    private static final int WAITING_MAX = 1024;

    /**
     * One hint.
     *
     * @param from a node that knows {@code version} to be chosen, or this one if no voter is known
     *     to; 0 for damage
     */
    record Hint(EntityKey key, int from, long version) {
        boolean isDamage() {
            return from == 0;
        }
    }

    private final BlockingQueue<Hint> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private final AtomicBoolean damageLost = new AtomicBoolean();

    void damaged(EntityKey key) {
        if (!waiting.offer(new Hint(key, 0, 0))) {
            damageLost.set(true);
        }
    }

    /** Returns whether there was room for the hint. */
    boolean lagging(Effects.Lag lag) {
        return waiting.offer(new Hint(lag.key(), lag.from(), lag.version()));
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** The oldest hint, taken out; null for none. */
    @Nullable Hint next() {
        return waiting.poll();
    }

    /** Whether hints of damage were lost since the last call. */
    boolean takeDamageLost() {
        return damageLost.getAndSet(false);
    }
}
