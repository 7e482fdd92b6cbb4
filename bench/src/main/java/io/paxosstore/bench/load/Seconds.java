package io.paxosstore.bench.load;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What was answered in each second since a beginning, and the longest that one of the answers had
 * taken. Whatever comes after the last second counts as in that. Thread-safe.
 */
public final class Seconds {
    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long beginNanos;
    private final AtomicIntegerArray answered;
    private final AtomicIntegerArray failed;
    private final AtomicLongArray longestNanos;

    /**
     * What happened in some of the seconds.
     *
     * @param seconds how many
     * @param answered operations that succeeded
     * @param failed others
     * @param longestNanos of all of these
     */
    public record Part(int seconds, long answered, long failed, long longestNanos) {
        /** Operations in a second. */
        public double perSecond() {
            return answered / (double) Math.max(1, seconds);
        }
    }

    /** Seconds that begin now, as many as are in a time. */
    public Seconds(Duration length) {
        int count = Math.toIntExact(length.toSeconds()) + 1;
        this.beginNanos = System.nanoTime();
        this.answered = new AtomicIntegerArray(count);
        this.failed = new AtomicIntegerArray(count);
        this.longestNanos = new AtomicLongArray(count);
    }

    /** The number of the second that a moment, in {@link System#nanoTime}, is in. */
    public int at(long nanos) {
        return (int) Math.min((nanos - beginNanos) / NANOS, answered.length() - 1);
    }

    /** An operation has ended. */
    void ended(boolean isAnswered, long startNanos, long endNanos) {
        int second = at(endNanos);
        (isAnswered ? answered : failed).incrementAndGet(second);
        if (endNanos - startNanos > longestNanos.get(second)) {
            longestNanos.accumulateAndGet(second, endNanos - startNanos, Math::max);
        }
    }

    /** All seconds from one to the one before another. */
    public Part between(int from, int to) {
        long sum = 0;
        long failures = 0;
        long longest = 0;
        for (int second = from; second < to; second++) {
            sum += answered.get(second);
            failures += failed.get(second);
            longest = Math.max(longest, longestNanos.get(second));
        }
        return new Part(to - from, sum, failures, longest);
    }
}
