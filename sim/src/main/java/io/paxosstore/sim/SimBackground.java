package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;

import java.util.concurrent.Executor;

/**
 * The thread for what blocks for the disk, on virtual time, for one life of a node: one task after
 * the other, each after a while. Not thread-safe.
 */
final class SimBackground implements Executor {
    private final EventQueue queue;
    private final SimLoop thread;
    private final RandomSource random;
    private final long taskNanosMax;
    private long freeNanos;

    /**
     * @param thread pauses and ends with the node
     * @param taskNanosMax how long a task takes at most
     */
    SimBackground(EventQueue queue, SimLoop thread, RandomSource random, long taskNanosMax) {
        this.queue = queue;
        this.thread = thread;
        this.random = random;
        this.taskNanosMax = taskNanosMax;
    }

    @Override
    public void execute(Runnable task) {
        freeNanos = Math.max(freeNanos, queue.nowNanos()) + 1 + random.nextLong(taskNanosMax);
        queue.at(freeNanos, () -> thread.run(task));
    }
}
