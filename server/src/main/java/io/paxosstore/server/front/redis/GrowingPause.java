package io.paxosstore.server.front.redis;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * How long to wait before something is tried again: after each failure twice as long, less a random
 * part, so that many that have failed together do not come back together. Not thread-safe.
 */
final class GrowingPause {
    static final long NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(500);
    static final long NANOS_MAX = TimeUnit.SECONDS.toNanos(4);

    private long mostNanos = NANOS_MIN;

    /** The pause after one more failure: at least half of what it may be. */
    long next() {
        long most = mostNanos;
        mostNanos = Math.min(2 * most, NANOS_MAX);
        return ThreadLocalRandom.current().nextLong(most / 2, most + 1);
    }

    /** It did not fail. */
    void reset() {
        mostNanos = NANOS_MIN;
    }
}
