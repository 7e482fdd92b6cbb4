package io.paxosstore.node.host;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.function.LongSupplier;

/**
 * Work that is done again and again on a loop, as long as that runs. What fails once is logged, and
 * done again all the same: else it would end for good, and nobody would hear of it. On its loop
 * only.
 */
public final class Recurring {
    /** What work returns that is not to be done again. */
    public static final long NEVER = -1;

    private static final Logger LOG = LoggerFactory.getLogger(Recurring.class);

    /** So long after it has failed it is done again. */
    private static final long FAILED_NANOS = 1_000_000_000;

    private final LoopScheduler loop;
    private final String what;
    private final LongSupplier work;
    private final RateLimitedLog log;

    /**
     * @param what it is, for the log, in one word
     * @param work does it, and returns after how many nanoseconds it is to be done again; {@link
     *     #NEVER} if it is not
     */
    public Recurring(LoopScheduler loop, String what, LongSupplier work) {
        this.loop = loop;
        this.what = what;
        this.work = work;
        this.log = new RateLimitedLog(LOG, loop::nanoTime);
    }

    /**
     * Work whose pauses are all alike.
     *
     * @param nanos from its end until it is done again
     */
    public static Recurring every(long nanos, LoopScheduler loop, String what, Runnable work) {
        return new Recurring(
                loop,
                what,
                () -> {
                    work.run();
                    return nanos;
                });
    }

    /** Does it for the first time now; once. Whatever it throws is thrown here, too. */
    public void begin() {
        long nextNanos = FAILED_NANOS;
        try {
            nextNanos = work.getAsLong();
        } catch (RuntimeException | Error e) {
            log.warn("recurring_failed", "work=" + what + " It is done again.", e);
            throw e; // whoever runs the loop may want to end it
        } finally {
            if (nextNanos >= 0) {
                beginIn(nextNanos);
            }
        }
    }

    /** Does it for the first time after a while; once. */
    public void beginIn(long nanos) {
        loop.schedule(this::begin, nanos);
    }
}
