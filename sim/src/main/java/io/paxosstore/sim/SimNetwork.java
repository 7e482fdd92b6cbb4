package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;

import java.util.Arrays;

/**
 * The links between nodes (ids 1 to N) and to the clients (id 0): delay, loss, duplication,
 * reordering, flipped bits and partitions. Not thread-safe.
 */
final class SimNetwork {
    private static final int CLIENTS = 0;

    private final EventQueue queue;
    private final RandomSource random;
    private final boolean[][] blocked;
    private final boolean[] late;
    private final long[][] lastArrival;
    private final long[][] lastInOrder;
    private Swarm.Net net;

    SimNetwork(EventQueue queue, RandomSource random, Swarm.Net net, int nodes) {
        this.queue = queue;
        this.random = random;
        this.net = net;
        this.blocked = new boolean[nodes + 1][nodes + 1];
        this.late = new boolean[nodes + 1];
        this.lastArrival = new long[nodes + 1][nodes + 1];
        this.lastInOrder = new long[nodes + 1][nodes + 1];
    }

    /** How long a lazy message waits for company. */
    long lazyHoldNanos() {
        return net.lazyHoldNanos();
    }

    /** Cuts or mends one direction of a link. */
    void block(int from, int to, boolean cut) {
        blocked[from][to] = cut;
    }

    /** Whether one direction of a link is cut. */
    boolean isBlocked(int from, int to) {
        return blocked[from][to];
    }

    /** Makes everything a node sends come late, or on time again. */
    void late(int node, boolean isLate) {
        late[node] = isLate;
    }

    /** Ends all faults: what is sent from now on arrives once, intact and soon. */
    void heal() {
        for (boolean[] row : blocked) {
            Arrays.fill(row, false);
        }
        Arrays.fill(late, false);
        net =
                new Swarm.Net(
                        net.delayNanos(),
                        net.jitterNanos(),
                        0,
                        0,
                        0,
                        0,
                        0,
                        net.fifo(),
                        net.lazyHoldNanos());
    }

    /**
     * Sends to a client, or from one, or what may get lost between nodes; {@code delivery} runs at
     * each arrival.
     *
     * @return whether it leaves
     */
    boolean send(int from, int to, Runnable delivery) {
        if (blocked[from][to] || random.chance(net.dropChance())) {
            return false;
        }
        queue.at(arrival(from, to), delivery);
        if (from != CLIENTS && to != CLIENTS && random.chance(net.duplicateChance())) {
            queue.at(arrival(from, to) + random.nextLong(1 + net.jitterNanos() * 4), delivery);
        }
        return true;
    }

    /** Sends between nodes what arrives once, after all that was sent so before. */
    void sendInOrder(int from, int to, Runnable delivery) {
        long delay = net.delayNanos() + random.nextLong(1 + net.jitterNanos());
        long at = Math.max(queue.nowNanos() + delay, lastInOrder[from][to] + 1);
        lastInOrder[from][to] = at;
        queue.at(at, delivery);
    }

    /** Whether the next value on its way is to be damaged. */
    boolean isCorrupting() {
        return random.chance(net.corruptChance());
    }

    /** For what happens to what is on its way. */
    RandomSource random() {
        return random;
    }

    private long arrival(int from, int to) {
        long delay = net.delayNanos() + random.nextLong(1 + net.jitterNanos());
        if (random.chance(net.tailChance())) {
            delay += random.nextLong(1 + net.tailNanos());
        }
        if (late[from] && to != CLIENTS) {
            delay += 10 * (net.delayNanos() + net.jitterNanos());
        }
        long at = queue.nowNanos() + delay;
        if (net.fifo()) {
            at = Math.max(at, lastArrival[from][to] + 1);
            lastArrival[from][to] = at;
        }
        return at;
    }
}
