package io.paxosstore.bench.hostile;

import java.time.Duration;

/**
 * The moment when an attack is to end.
 *
 * @param nanos by {@link System#nanoTime}
 */
record Until(long nanos) {
    static Until in(Duration time) {
        return new Until(System.nanoTime() + time.toNanos());
    }

    boolean isOver() {
        return System.nanoTime() - nanos >= 0;
    }

    /** Waits until it is over. */
    void await() throws InterruptedException {
        long left = nanos - System.nanoTime();
        if (left > 0) {
            Thread.sleep(Duration.ofNanos(left));
        }
    }
}
