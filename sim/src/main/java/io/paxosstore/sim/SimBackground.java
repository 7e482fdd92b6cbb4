package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * The thread for what blocks for the disk, on virtual time, for one life of a node: one task after
 * the other, each after a while, which is longer while the disk is slow. May refuse. Not
 * thread-safe.
 */
final class SimBackground implements Executor {
    private final SimCluster cluster;
    private final SimNode node;
    private final SimLoop thread;
    private final RandomSource random;
    private long freeNanos;

    /**
     * @param thread pauses and ends with the node
     */
    SimBackground(SimCluster cluster, SimNode node, SimLoop thread, RandomSource random) {
        this.cluster = cluster;
        this.node = node;
        this.thread = thread;
        this.random = random;
    }

    @Override
    public void execute(Runnable task) {
        double refused = cluster.swarm().background().refusedChance();
        if (refused > 0 && !cluster.isHealed() && random.chance(refused)) {
            cluster.count(Fault.BACKGROUND_REFUSED);
            throw new RejectedExecutionException("too much waits");
        }
        long taskNanos = node.slowed(1 + random.nextLong(cluster.swarm().disk().taskNanos()));
        freeNanos = Math.max(freeNanos, cluster.queue().nowNanos()) + taskNanos;
        cluster.queue().at(freeNanos, () -> thread.run(task));
    }
}
