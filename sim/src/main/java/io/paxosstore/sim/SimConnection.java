package io.paxosstore.sim;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.call.Watcher;

/**
 * A client's connection to a node, which carries a watch: in order, nothing is lost but with the
 * connection, and what the client hears may stand still for a while. Ends with the life of the
 * node. Not thread-safe.
 */
abstract class SimConnection implements Watcher {
    /** Of the only watch. */
    static final long CORRELATION = 1;

    private static final long MILLI = 1_000_000L;
    private static final double STALL_CHANCE = 0.05;
    private static final long STALL_NANOS_MAX = 2_000 * MILLI;

    private final SimCluster cluster;
    private final SimNode node;
    private final RandomSource random;
    private final int life;
    private final SimLoop loop;
    private long lastToNode;
    private long lastToClient;

    /** A connection to a node that is up. */
    SimConnection(SimCluster cluster, SimNode node, RandomSource random) {
        this.cluster = cluster;
        this.node = node;
        this.random = random;
        this.life = node.life();
        this.loop = node.loop();
    }

    /** The client hears that its node has ended the watch, or refused it. */
    abstract void hearsEnd();

    SimNode node() {
        return node;
    }

    /** Whether the node is not there any more. */
    boolean isLost() {
        return node.life() != life;
    }

    private long delayNanos() {
        Swarm.Net net = cluster.swarm().net();
        return net.delayNanos() + random.nextLong(1 + net.jitterNanos());
    }

    /** Has something done at the node. */
    void toNode(Runnable task) {
        EventQueue queue = cluster.queue();
        lastToNode = Math.max(queue.nowNanos() + delayNanos(), lastToNode + 1);
        queue.at(lastToNode, () -> loop.run(task));
    }

    /** Has something heard by the client. */
    void toClient(Runnable task) {
        EventQueue queue = cluster.queue();
        long at = Math.max(queue.nowNanos() + delayNanos(), lastToClient + 1);
        if (!cluster.isHealed() && random.chance(STALL_CHANCE)) {
            at += random.nextLong(STALL_NANOS_MAX);
        }
        lastToClient = at;
        queue.at(
                at,
                () -> {
                    if (!isLost()) {
                        task.run();
                    }
                });
    }

    @Override
    public void closed(long correlation, Outcome why) {
        toClient(this::hearsEnd);
    }

    @Override
    public boolean opens(long correlation) {
        return true;
    }

    @Override
    public int homeShard() {
        return 0;
    }

    @Override
    public boolean begins(long correlation, int contentBytes) {
        return true;
    }

    @Override
    public void ended(long correlation) {}

    @Override
    public void refused(long correlation, Refusal refusal) {
        toClient(this::hearsEnd);
    }
}
