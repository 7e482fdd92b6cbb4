package io.paxosstore.log;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * The thread that does a store's background work, one small step after the other, and sleeps while
 * there is nothing to do. It ends when the store has failed (Rule D4), and a step that throws is
 * such a failure. Thread-safe, but for {@link #start}.
 */
public final class BackgroundThread {
    private final IntSupplier step;
    private final LongSupplier idleNanos;
    private final FailStop failStop;
    private volatile @Nullable Thread thread;
    private volatile boolean stopping;

    /**
     * Makes a thread that does not run yet.
     *
     * @param step does one step; gives 0 when there was nothing to do
     * @param idleNanos how long it may sleep then, unless it is signalled
     */
    public BackgroundThread(IntSupplier step, LongSupplier idleNanos, FailStop failStop) {
        this.step = step;
        this.idleNanos = idleNanos;
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
                if (step.getAsInt() == 0) {
                    LockSupport.parkNanos(this, idleNanos.getAsLong());
                }
            } catch (RuntimeException e) {
                failStop.fail(e);
            }
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
