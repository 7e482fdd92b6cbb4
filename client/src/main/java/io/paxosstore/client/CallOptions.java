package io.paxosstore.client;

import io.paxosstore.protocol.model.ReadMode;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Objects;

/**
 * What calls of a {@link KeyValue} may ask for beyond their arguments; see {@link KeyValue#with}.
 * Immutable.
 */
public final class CallOptions {
    /** The client's deadline, no expiry, linearizable reads. */
    public static final CallOptions DEFAULT = new CallOptions(null, 0, ReadMode.LINEARIZABLE);

    /** Shortest deadline and time to live. */
    public static final Duration DURATION_MIN = Duration.ofMillis(1);

    /** Longest deadline. */
    public static final Duration DEADLINE_MAX = Duration.ofHours(1);

    /** Longest time to live: a hundred years of 365 days. */
    public static final Duration TTL_MAX = Duration.ofDays(36_500);

    private final @Nullable Duration deadline;
    private final long ttlMillis;
    private final ReadMode readMode;

    private CallOptions(@Nullable Duration deadline, long ttlMillis, ReadMode readMode) {
        this.deadline = deadline;
        this.ttlMillis = ttlMillis;
        this.readMode = readMode;
    }

    /**
     * These options with a deadline: how long a call may take at most, all attempts included.
     *
     * @throws IllegalArgumentException if it is not from 1 ms to 1 hour
     */
    public CallOptions deadline(Duration newDeadline) {
        Checks.duration("deadline", newDeadline, DURATION_MIN, DEADLINE_MAX);
        return new CallOptions(newDeadline, ttlMillis, readMode);
    }

    /**
     * These options with a time to live: what a call writes is gone after it. A write without one
     * makes the value permanent, but an increment keeps a present expiry.
     *
     * @throws IllegalArgumentException if it is not from 1 ms to 100 years
     */
    public CallOptions ttl(Duration newTtl) {
        Checks.duration("time to live", newTtl, DURATION_MIN, TTL_MAX);
        return new CallOptions(deadline, newTtl.toMillis(), readMode);
    }

    /** These options with another read mode. */
    public CallOptions readMode(ReadMode newReadMode) {
        return new CallOptions(deadline, ttlMillis, Objects.requireNonNull(newReadMode));
    }

    /** The same with a deadline in so many nanoseconds, as far as one may be so short. */
    CallOptions deadlineWithin(long nanos) {
        Duration left = Duration.ofNanos(Math.max(nanos, DURATION_MIN.toNanos()));
        return new CallOptions(left, ttlMillis, readMode);
    }

    /** The deadline; null for the client's. */
    public @Nullable Duration deadline() {
        return deadline;
    }

    /** The time to live in milliseconds; 0 for none. */
    public long ttlMillis() {
        return ttlMillis;
    }

    /** How fresh reads must be. */
    public ReadMode readMode() {
        return readMode;
    }
}
