package io.paxosstore.log;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * The thread that does a store's background work, one small step after the other, and sleeps while
 * there is nothing to do. It ends when the store has failed (Rule D4), and a step that throws is
 * such a failure. Thread-safe, but for {@link #start}.
 */
public final class BackgroundThread {
    /**
     * How much of a processor the work may take while clients wait for the same processors.
     *
     * @param percent of the time, 1 to 100
     * @param isUrgent whether somebody waits for the work, so that it must not rest
     */
    public record Pace(int percent, BooleanSupplier isUrgent) {
        private static final int WHOLE = 100;

        /** However long the disk took for a step. */
        private static final long REST_NANOS_MAX = TimeUnit.SECONDS.toNanos(10);

        /** One step after the other. */
        public static final Pace FULL = new Pace(WHOLE, () -> true);

        /** How long to rest after a step, so that the share is kept. */
        long restNanos(long stepNanos) {
            return isUrgent.getAsBoolean()
                    ? 0
                    : Math.min(REST_NANOS_MAX, stepNanos * (WHOLE - percent) / percent);
        }
    }

    private final IntSupplier step;
    private final LongSupplier idleNanos;
    private final Pace pace;
    private final FailStop failStop;
    private volatile @Nullable Thread thread;
    private volatile boolean stopping;

    /**
     * Makes a thread that does not run yet.
     *
     * @param step does one step; gives 0 when there was nothing to do
     * @param idleNanos how long it may sleep then, unless it is signalled
     * @param pace how much it does
     */
    public BackgroundThread(
            IntSupplier step, LongSupplier idleNanos, Pace pace, FailStop failStop) {
        this.step = step;
        this.idleNanos = idleNanos;
        this.pace = pace;
        this.failStop = failStop;
    }

    /** Starts it; once. */
    public void start(String name) {
        Thread started = new Thread(this::run, name);
        started.setDaemon(true);
        thread = started;
        started.start();
    }

    /** There may be something to do. */
    public void signal() {
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!stopping && !failStop.isFailed()) {
            try {
                long began = System.nanoTime();
                if (step.getAsInt() == 0) {
                    LockSupport.parkNanos(this, idleNanos.getAsLong());
                } else {
                    long ended = System.nanoTime();
                    rest(ended, pace.restNanos(ended - began));
                }
            } catch (RuntimeException | Error e) {
                failStop.fail(e);
            }
        }
    }

    /** Signals do not shorten it, unless the work has become urgent. */
    private void rest(long from, long nanos) {
        long left = nanos;
        while (left > 0 && !stopping && !pace.isUrgent().getAsBoolean()) {
            LockSupport.parkNanos(this, left);
            left = nanos - (System.nanoTime() - from);
        }
    }

    /**
     * Has it end after its step, and waits for that.
     *
     * @param waitNanos how long
     * @return whether it has ended, or was never started
     */
    public boolean stop(long waitNanos) {
        stopping = true;
        Thread running = thread;
        if (running == null) {
            return true;
        }
        LockSupport.unpark(running);
        try {
            running.join(TimeUnit.NANOSECONDS.toMillis(waitNanos));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !running.isAlive();
    }
}
