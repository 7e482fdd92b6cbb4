package io.paxosstore.sim;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.call.ShardWatches;
import io.paxosstore.node.call.Watcher;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.EntityVersion;
import io.paxosstore.protocol.wire.Response;

/** A watch at one node, and the connection that carries it. Not thread-safe. */
final class WatchSession implements Watcher {
    private static final long CORRELATION = 1;

    private final SimCluster cluster;
    private final SimNode node;
    private final SimWatcher client;
    private final EntityKey key;
    private final SimConnection connection;
    private final ShardWatches watches;

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
        this.connection = new SimConnection(cluster, node, random);
        this.watches = node.host().watches().getFirst();
    }

    SimNode node() {
        return node;
    }

    /** Whether the node is not there any more. */
    boolean isLost() {
        return connection.isLost();
    }

    /** Asks for the versions from this one on. */
    void begin(long from) {
        long asked = asked(from);
        connection.toNode(() -> watches.watch(this, CORRELATION, key, asked));
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
        connection.toNode(() -> watches.unwatch(this, CORRELATION));
    }

    @Override
    public void push(long correlation, Response response, int bytes) {
        if (response instanceof Response.Changed changed) {
            client.truth().told(node.id(), changed);
        }
        connection.toClient(() -> {
            if (bytes > 0) {
                connection.toNode(() -> watches.confirm(this, CORRELATION, bytes));
            }
            client.hears(this, response);
        });
    }

    @Override
    public void closed(long correlation, Outcome why) {
        connection.toClient(() -> client.closed(this));
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
        connection.toClient(() -> client.closed(this));
    }
}
