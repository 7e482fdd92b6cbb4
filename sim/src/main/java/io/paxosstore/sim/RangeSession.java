package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.node.call.WatchedRange;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.node.watch.RangeWatches.RangeWatch;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.wire.Response;

import org.jspecify.annotations.Nullable;

/** A watch on a range at one node, and the connection that carries it. Not thread-safe. */
final class RangeSession extends SimConnection {
    private final SimRangeWatcher client;
    private @Nullable WatchedRange watched;

    /** A connection to a node that is up. */
    RangeSession(SimCluster cluster, SimNode node, SimRangeWatcher client, RandomSource random) {
        super(cluster, node, random);
        this.client = client;
    }

    /** Asks for what comes after a position. */
    void begin(ChangeRange range, HistoryPosition from) {
        toNode(() -> {
            RangeWatch prepared = node().host().ranges().prepare(this, CORRELATION, range, from);
            watched = prepared;
            prepared.begin();
        });
    }

    /** The client does not want to be told any more. */
    void end() {
        toNode(() -> {
            if (watched != null) {
                watched.end();
            }
        });
    }

    @Override
    public void push(long correlation, Response response, int bytes) {
        toClient(() -> {
            if (bytes > 0) {
                toNode(() -> {
                    if (watched != null) {
                        watched.confirm(bytes);
                    }
                });
            }
            client.hears(this, response);
        });
    }

    @Override
    void hearsEnd() {
        client.closed(this);
    }
}
