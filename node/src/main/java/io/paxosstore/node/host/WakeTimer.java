package io.paxosstore.node.host;

/** Wakes a shard when its replica wants a tick. On the shard's loop only. */
final class WakeTimer {
    /** It is not set again for less: many deadlines share one wake-up. */
    private static final long GRAIN_NANOS = 1_000_000;

    private final LoopScheduler scheduler;
    private final Runnable onDue;
    private long dueNanos = Long.MAX_VALUE;

    WakeTimer(LoopScheduler scheduler, Runnable onDue) {
        this.scheduler = scheduler;
        this.onDue = onDue;
    }

    /**
     * Has the shard woken at this time, or earlier.
     *
     * @param wakeNanos monotonic; {@link Long#MAX_VALUE} for never
     */
    void set(long wakeNanos) {
        if (wakeNanos == Long.MAX_VALUE || wakeNanos >= dueNanos - GRAIN_NANOS) {
            return;
        }
        long delayNanos = Math.max(GRAIN_NANOS, wakeNanos - scheduler.nanoTime());
        dueNanos = scheduler.nanoTime() + delayNanos;
        long mine = dueNanos;
        scheduler.schedule(() -> onTimer(mine), delayNanos);
    }

    private void onTimer(long mine) {
        if (dueNanos == mine) {
            dueNanos = Long.MAX_VALUE;
        }
        onDue.run();
    }
}
