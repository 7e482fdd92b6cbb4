package io.paxosstore.sim;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.call.WatchedRange;
import io.paxosstore.node.call.Watcher;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.node.watch.RangeWatches.RangeWatch;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.wire.Response;

import org.jspecify.annotations.Nullable;

/** A watch on a range at one node, and the connection that carries it. Not thread-safe. */
final class RangeSession implements Watcher {
    private static final long CORRELATION = 1;

    private final SimNode node;
    private final SimRangeWatcher client;
    private final SimConnection connection;
    private @Nullable WatchedRange watched;

    /** A connection to a node that is up. */
    RangeSession(SimCluster cluster, SimNode node, SimRangeWatcher client, RandomSource random) {
        this.node = node;
        this.client = client;
        this.connection = new SimConnection(cluster, node, random);
    }

    SimNode node() {
        return node;
    }

    /** Whether the node is not there any more. */
    boolean isLost() {
        return connection.isLost();
    }

    /** Asks for what comes after a position. */
    void begin(ChangeRange range, HistoryPosition from) {
        connection.toNode(() -> {
            RangeWatch prepared = node.host().ranges().prepare(this, CORRELATION, range, from);
            watched = prepared;
            prepared.begin();
        });
    }

    /** The client does not want to be told any more. */
    void end() {
        connection.toNode(() -> {
            if (watched != null) {
                watched.end();
            }
        });
    }

    @Override
    public void push(long correlation, Response response, int bytes) {
        connection.toClient(() -> {
            if (bytes > 0) {
                connection.toNode(() -> {
                    if (watched != null) {
                        watched.confirm(bytes);
                    }
                });
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
