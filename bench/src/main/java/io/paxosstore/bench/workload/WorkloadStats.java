package io.paxosstore.bench.workload;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a workload's clients see, while they run. Thread-safe. */
public final class WorkloadStats {
    private static final int SIGNIFICANT_DIGITS = 2;
    private static final int FAILURES_KEPT_MAX = 10;

    private final LongAdder succeeded = new LongAdder();
    private final AtomicLong failed = new AtomicLong();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private final Recorder latencyNanos = new Recorder(SIGNIFICANT_DIGITS);
    private final AtomicLong lastSuccessNanos = new AtomicLong();
    private final AtomicLong longestGapNanos = new AtomicLong();
    private final AtomicLong longestCallNanos = new AtomicLong();

    /** Counts the answers that somebody waits for; null when nobody does. */
    private volatile @Nullable CountDownLatch awaited;

    /** Begins a stretch of time in which gaps count. */
    public void started() {
        lastSuccessNanos.set(System.nanoTime());
    }

    /** Counts a call that was answered. */
    public void success(long invokedNanos, long returnedNanos) {
        succeeded.increment();
        long latency = returnedNanos - invokedNanos;
        latencyNanos.recordValue(latency);
        longestCallNanos.accumulateAndGet(latency, Math::max);
        long before = lastSuccessNanos.getAndAccumulate(returnedNanos, Math::max);
        longestGapNanos.accumulateAndGet(returnedNanos - before, Math::max);
        CountDownLatch waiting = awaited;
        if (waiting != null) {
            waiting.countDown();
        }
    }

    /**
     * Waits until so many further calls were answered; one caller at a time.
     *
     * @throws TimeoutException when they were not in time; it says how many are missing, and the
     *     first failures
     */
    public void awaitAnswers(int count, Duration limit)
            throws InterruptedException, TimeoutException {
        CountDownLatch waiting = new CountDownLatch(count);
        awaited = waiting;
        try {
            if (!waiting.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new TimeoutException(
                        "no progress: %d of %d answers missing after %d s; failures: %s"
                                .formatted(
                                        waiting.getCount(), count, limit.toSeconds(), failures()));
            }
        } finally {
            awaited = null;
        }
    }

    /** Counts a call that ended without an answer. */
    public void failure(String what) {
        if (failed.incrementAndGet() <= FAILURES_KEPT_MAX) {
            failures.add(what);
        }
    }

    /** Calls that were answered. */
    public long succeeded() {
        return succeeded.sum();
    }

    /** Calls that ended without an answer: not done, or of unknown outcome. */
    public long failed() {
        return failed.get();
    }

    /** The first few failures, in words. */
    public String failures() {
        return String.join("\n", failures);
    }

    /** The longest time in which no client at all had a success. */
    public long longestGapMillis() {
        return longestGapNanos.get() / 1_000_000;
    }

    /** The longest time a single client waited for one call that succeeded in the end. */
    public long longestCallMillis() {
        return longestCallNanos.get() / 1_000_000;
    }

    /** Latencies in nanoseconds since the last call of this method; one caller at a time. */
    public Histogram intervalLatencyNanos() {
        return latencyNanos.getIntervalHistogram();
    }
}
