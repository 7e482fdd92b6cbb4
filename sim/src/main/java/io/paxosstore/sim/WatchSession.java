package io.paxosstore.sim;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.call.ShardWatches;
import io.paxosstore.node.call.Watcher;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.EntityVersion;
import io.paxosstore.protocol.wire.Response;

/**
 * A watch at one node, and the connection that carries it: in order, nothing is lost but with the
 * connection, and it may stand still for a while, when nothing is confirmed. Ends with the life of
 * the node. Not thread-safe.
 */
final class WatchSession implements Watcher {
    private static final long MILLI = 1_000_000L;
    private static final long CORRELATION = 1;
    private static final double STALL_CHANCE = 0.05;
    private static final long STALL_NANOS_MAX = 2_000 * MILLI;

    private final SimCluster cluster;
    private final SimNode node;
    private final SimWatcher client;
    private final EntityKey key;
    private final RandomSource random;
    private final int life;
    private final SimLoop loop;
    private final ShardWatches watches;
    private long lastToNode;
    private long lastToClient;

    /** A connection to a node that is up. */
    WatchSession(
            SimCluster cluster,
            SimNode node,
            SimWatcher client,
            EntityKey key,
            RandomSource random) {
        this.cluster = cluster;
        this.node = node;
        this.client = client;
        this.key = key;
        this.random = random;
        this.life = node.life();
        this.loop = node.loop();
        this.watches = node.host().watches().getFirst();
    }

    SimNode node() {
        return node;
    }

    /** Whether the node is not there any more. */
    boolean isLost() {
        return node.life() != life;
    }

    /** Asks for the versions from this one on. */
    void begin(long from) {
        long asked = asked(from);
        toNode(() -> watches.watch(this, CORRELATION, key, asked));
    }

    /** From where on, as a bug has it. */
    private long asked(long from) {
        return from == 1
                ? from
                : switch (cluster.hostBug()) {
                    case WATCH_GOES_ON_TOO_LATE -> from + EntityVersion.ORDINALS;
                    case WATCH_TELLS_AGAIN -> from - 1;
                    default -> from;
                };
    }

    /** The client does not want to be told any more. */
    void end() {
        toNode(() -> watches.unwatch(this, CORRELATION));
    }

    private long delayNanos() {
        Swarm.Net net = cluster.swarm().net();
        return net.delayNanos() + random.nextLong(1 + net.jitterNanos());
    }

    private void toNode(Runnable task) {
        EventQueue queue = cluster.queue();
        lastToNode = Math.max(queue.nowNanos() + delayNanos(), lastToNode + 1);
        queue.at(lastToNode, () -> loop.run(task));
    }

    private void toClient(Runnable task) {
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
    public void push(long correlation, Response response, int bytes) {
        if (response instanceof Response.Changed changed) {
            client.truth().told(node.id(), changed);
        }
        toClient(() -> {
            if (bytes > 0) {
                toNode(() -> watches.confirm(this, CORRELATION, bytes));
            }
            client.hears(this, response);
        });
    }

    @Override
    public void closed(long correlation, Outcome why) {
        toClient(() -> client.closed(this));
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
        toClient(() -> client.closed(this));
    }
}
