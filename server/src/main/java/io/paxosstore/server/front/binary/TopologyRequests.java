package io.paxosstore.server.front.binary;

import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.topology.TopologyFollower;
import io.paxosstore.node.topology.TopologyService;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Tells the client of one connection the topology. One frame after the other, each when the
 * connection takes what was written to it before: a client that reads slowly is told of several
 * changes as one. On the connection's loop only.
 */
final class TopologyRequests {
    private final EntityRequests.Session session;
    private final TopologyService topology;
    private final LoopScheduler loop;
    private final BooleanSupplier takesMore;
    private @Nullable Following following;

    /**
     * @param loop the connection's
     * @param takesMore whether the connection takes what is written to it
     */
    TopologyRequests(
            EntityRequests.Session session,
            TopologyService topology,
            LoopScheduler loop,
            BooleanSupplier takesMore) {
        this.session = session;
        this.topology = topology;
        this.loop = loop;
        this.takesMore = takesMore;
    }

    /** Tells the client what it does not hold of this node's copy, from now on. */
    void follow(Request.FollowTopology request) {
        close();
        Following fresh = new Following(request);
        following = fresh;
        topology.follow(fresh);
    }

    /** The connection takes more. */
    void goOn() {
        Following present = following;
        if (present != null) {
            present.tell();
        }
    }

    /** The connection is closed, or follows anew. */
    void close() {
        Following present = following;
        if (present != null) {
            topology.unfollow(present);
            following = null;
        }
    }

    private final class Following implements TopologyFollower {
        private final long correlation;
        private final ToldTopology told;
        private @Nullable Topology newest;
        private boolean answered;
        private boolean underWay;

        Following(Request.FollowTopology request) {
            this.correlation = request.correlation();
            this.told = new ToldTopology(request);
        }

        /** Called on the topology's loop. */
        @Override
        public void changed(Topology now) {
            loop.execute(() -> {
                newest = now;
                tell();
            });
        }

        private void tell() {
            Topology now = newest;
            if (now == null || underWay || following != this || !takesMore.getAsBoolean()) {
                return;
            }
            List<byte[]> parts = told.next(now);
            if (parts.isEmpty() && answered) {
                return;
            }
            answered = true;
            underWay = true;
            session.reply(new Response.TopologyNews(correlation, parts));
            loop.execute(() -> {
                underWay = false;
                tell();
            });
        }
    }
}
