package io.paxosstore.client;

import io.paxosstore.protocol.topology.TopologyHead;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What nodes tell of the cluster and of themselves once they were asked: that the catalog of spaces
 * has changed, the topology, and, where calls are traced, whether they want to know of that. Owned
 * by the network thread.
 *
 * <p>The topology is large for whoever has none of it: until it is whole, one node after the other
 * is asked, the next when those before have told nothing for a while; a node that does not know it,
 * or an earlier release, may never do. Then all are asked for what is newer.
 */
final class ClusterNews {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Cluster cluster;
    private final ClientTopology topology;
    private final SpaceCache spaces;
    private final boolean traces;
    private final Consumer<Connection> markDirty;
    private long nextAskNanos;

    /**
     * @param traces whether calls are traced
     * @param markDirty has a connection written at the end of the turn
     */
    ClusterNews(
            Cluster cluster,
            SpaceCache spaces,
            boolean traces,
            Consumer<Connection> markDirty,
            long nowNanos) {
        this.cluster = cluster;
        this.topology = cluster.topology();
        this.spaces = spaces;
        this.traces = traces;
        this.markDirty = markDirty;
        this.nextAskNanos = nowNanos;
    }

    /** A node can be asked. */
    void onReady(Connection connection, long nowNanos) {
        if (traces) {
            send(connection, new Request.Features(Wire.NO_CORRELATION));
        }
        send(connection, new Request.FollowCatalog(Wire.NO_CORRELATION));
        if (topology.isWhole() || nowNanos - nextAskNanos >= 0) {
            follow(connection, nowNanos);
        }
    }

    /** Asks the next node for the topology, if that is due. */
    void work(long nowNanos) {
        if (topology.isWhole() || nowNanos - nextAskNanos < 0) {
            return;
        }
        nextAskNanos = nowNanos + PATIENCE_NANOS;
        for (Connection connection : cluster.readyConnections()) {
            if (!connection.followsTopology) {
                follow(connection, nowNanos);
                return;
            }
        }
    }

    private void follow(Connection connection, long nowNanos) {
        nextAskNanos = nowNanos + PATIENCE_NANOS;
        connection.followsTopology = true;
        send(connection, topology.request(Wire.NO_CORRELATION));
    }

    private void send(Connection connection, Request request) {
        connection.enqueue(request);
        markDirty.accept(connection);
    }

    /**
     * Takes in what a node tells.
     *
     * @return whether the response is of this kind
     */
    boolean take(Connection connection, Response response, long nowNanos) {
        if (response instanceof Response.CatalogVersion catalog) {
            spaces.heard(catalog.version());
            return true;
        } else if (response instanceof Response.TopologyNews news) {
            onTopology(news, nowNanos);
            return true;
        } else if (response instanceof Response.FeaturesKnown known) {
            connection.takesTraces = known.takesTraces();
            return true;
        }
        return false;
    }

    private void onTopology(Response.TopologyNews news, long nowNanos) {
        boolean wasWhole = topology.isWhole();
        boolean otherHead = false;
        for (byte[] part : news.parts()) {
            otherHead |= topology.take(part);
        }
        nextAskNanos = nowNanos + PATIENCE_NANOS;
        TopologyHead head = topology.head();
        if (otherHead && head != null) {
            cluster.adopt(head, nowNanos);
        }
        if (!wasWhole && topology.isWhole()) {
            for (Connection connection : cluster.readyConnections()) {
                if (!connection.followsTopology) {
                    follow(connection, nowNanos);
                }
            }
        }
    }
}
