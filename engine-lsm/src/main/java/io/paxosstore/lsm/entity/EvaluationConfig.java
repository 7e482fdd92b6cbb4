package io.paxosstore.lsm.entity;

import java.time.Duration;

/**
 * How long requests may keep their shard's thread, and what becomes of those that need more.
 *
 * @param slice how long one request is evaluated on its shard's thread, 10 microseconds to 1 s
 *     (default 1 ms); if that is not enough it begins anew on a thread for long evaluations
 * @param threads for long evaluations, of the whole engine, 1 to 64 (default 4): so many entities
 *     can be evaluated for at once. They take turns on the processors, one less than there are
 * @param waitingMax most long evaluations that wait for one of these threads, 1 to 100,000 (default
 *     64); more are refused
 * @param stepsMax most work of one request, 10,000 steps at least (default 50,000,000, which takes
 *     some seconds); see {@link io.paxosstore.log.WorkMeter}
 */
public record EvaluationConfig(Duration slice, int threads, int waitingMax, long stepsMax) {
    private static final Duration SLICE_MIN = Duration.ofNanos(10_000);
    private static final Duration SLICE_MAX = Duration.ofSeconds(1);
    private static final int THREADS_LIMIT = 64;
    private static final int WAITING_LIMIT = 100_000;
    private static final long STEPS_MIN = 10_000;

    /** The defaults. */
    public static final EvaluationConfig DEFAULT =
            new EvaluationConfig(Duration.ofMillis(1), 4, 64, 50_000_000);

    /**
     * Checks every setting.
     *
     * @throws IllegalArgumentException naming the ranges
     */
    public EvaluationConfig {
        if (slice.compareTo(SLICE_MIN) < 0
                || slice.compareTo(SLICE_MAX) > 0
                || threads < 1
                || threads > THREADS_LIMIT
                || waitingMax < 1
                || waitingMax > WAITING_LIMIT
                || stepsMax < STEPS_MIN) {
            throw new IllegalArgumentException(
                    "Evaluations: slice from %s to %s, threads from 1 to %d, waitingMax from 1 to %d, stepsMax from %d; not %s, %d, %d, %d."
                            .formatted(
                                    SLICE_MIN,
                                    SLICE_MAX,
                                    THREADS_LIMIT,
                                    WAITING_LIMIT,
                                    STEPS_MIN,
                                    slice,
                                    threads,
                                    waitingMax,
                                    stepsMax));
        }
    }
}
