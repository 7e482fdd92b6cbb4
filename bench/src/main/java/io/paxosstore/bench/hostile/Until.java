package io.paxosstore.bench.hostile;

import java.time.Duration;

/**
 * The moment when something is to end.
 *
 * @param nanos by {@link System#nanoTime}
 */
record Until(long nanos) {
    static Until in(Duration time) {
        return new Until(System.nanoTime() + time.toNanos());
    }

    /** So much later. */
    Until plus(Duration time) {
        return new Until(nanos + time.toNanos());
    }

    boolean isOver() {
        return System.nanoTime() - nanos >= 0;
    }

    /** How long it is until then, 1 ns at least. */
    Duration left() {
        return Duration.ofNanos(Math.max(1, nanos - System.nanoTime()));
    }
}
