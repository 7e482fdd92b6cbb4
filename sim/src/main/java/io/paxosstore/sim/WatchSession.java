package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.node.call.ShardWatches;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.EntityVersion;
import io.paxosstore.protocol.wire.Response;

/** A watch at one node, and the connection that carries it. Not thread-safe. */
final class WatchSession extends SimConnection {
    private final SimCluster cluster;
    private final SimWatcher client;
    private final EntityKey key;
    private final ShardWatches watches;

    /** A connection to a node that is up. */
    WatchSession(
            SimCluster cluster,
            SimNode node,
            SimWatcher client,
            EntityKey key,
            RandomSource random) {
        super(cluster, node, random);
        this.cluster = cluster;
        this.client = client;
        this.key = key;
        this.watches = node.host().watches().getFirst();
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

    @Override
    public void push(long correlation, Response response, int bytes) {
        if (response instanceof Response.Changed changed) {
            client.truth().told(node().id(), changed);
        }
        toClient(() -> {
            if (bytes > 0) {
                toNode(() -> watches.confirm(this, CORRELATION, bytes));
            }
            client.hears(this, response);
        });
    }

    @Override
    void hearsEnd() {
        client.closed(this);
    }
}
