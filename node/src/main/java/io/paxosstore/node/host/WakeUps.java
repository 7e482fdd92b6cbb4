package io.paxosstore.node.host;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Wakes a loop from other threads: wake-ups that are not yet served count once. Thread-safe. */
final class WakeUps {
    private final AtomicBoolean isPending = new AtomicBoolean();
    private final LoopScheduler scheduler;
    private final Runnable serve;

    /**
     * @param action what the loop is woken for, run on it
     */
    WakeUps(LoopScheduler scheduler, Runnable action) {
        this.scheduler = scheduler;
        this.serve =
                () -> {
                    isPending.set(false);
                    action.run();
                };
    }

    void wake() {
        if (isPending.compareAndSet(false, true)) {
            try {
                scheduler.execute(serve);
            } catch (RejectedExecutionException e) {
                // The node stops, its loop has ended: nobody waits any more.
                isPending.set(false);
            }
        }
    }
}
