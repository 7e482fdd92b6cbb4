package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.log.identity.Remembered;
import io.paxosstore.node.peer.PeerConnection;
import io.paxosstore.node.peer.PeerGate;
import io.paxosstore.node.peer.PeerHello;
import io.paxosstore.node.peer.PeerLink;
import io.paxosstore.node.peer.PeerLinks;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Connects the nodes: of two the one with the greater id dials, both decide on the other, and
 * either may refuse; a connection that ends is dialled again. What the server's network does with
 * sockets, with the same gate and decisions. Not thread-safe.
 */
final class SimWires {
    private static final long MILLI = 1_000_000L;

    /** A greeting that leads to nothing in this time is given up. */
    private static final long GREETING_NANOS = 60 * MILLI;

    private static final long REDIAL_MIN_NANOS = MILLI;
    private static final long REDIAL_MAX_NANOS = 40 * MILLI;

    /** How long it takes at most until the end of a process is noticed, if it is. */
    private static final long NOTICED_NANOS = 20 * MILLI;

    private static final double NOTICED_CHANCE = 0.7;

    private final SimCluster cluster;
    private final RandomSource random;
    private final int sockets;
    private final List<SimWire> wires = new ArrayList<>();

    /**
     * @param sockets connections of each pair of nodes
     */
    SimWires(SimCluster cluster, RandomSource random, int sockets) {
        this.cluster = cluster;
        this.random = random;
        this.sockets = sockets;
    }

    /** A node has started: it dials, and is dialled. */
    void started(SimNode node) {
        for (int id = 1; id < node.id(); id++) {
            for (int socket = 0; socket < sockets; socket++) {
                redial(node, cluster.node(id), socket, REDIAL_MIN_NANOS);
            }
        }
    }

    /** A node has ended: its ends are gone at once, the others notice soon, or by its silence. */
    void ended(SimNode node) {
        for (SimWire wire : List.copyOf(wires)) {
            SimWire.End own =
                    wire.dialler().node() == node
                            ? wire.dialler()
                            : wire.acceptor().node() == node ? wire.acceptor() : null;
            if (own == null) {
                continue;
            }
            SimWire.End other = own == wire.dialler() ? wire.acceptor() : wire.dialler();
            own.die();
            if (cluster.isHealed() || random.chance(NOTICED_CHANCE)) {
                cluster.queue().after(random.nextLong(NOTICED_NANOS), other::lost);
            }
        }
        prune();
    }

    private void prune() {
        wires.removeIf(wire -> wire.dialler().isClosed() && wire.acceptor().isClosed());
    }

    /** The end at which a node hears another one now; the old one if there is none. */
    SimWire.End newest(int from, int to, SimWire.End old) {
        for (SimWire wire : wires.reversed()) {
            for (SimWire.End end : List.of(wire.dialler(), wire.acceptor())) {
                SimWire.End other = end == wire.dialler() ? wire.acceptor() : wire.dialler();
                if (!end.isClosed() && end.node().id() == to && other.node().id() == from) {
                    return end;
                }
            }
        }
        return old;
    }

    private void redial(SimNode from, SimNode to, int socket, long waitNanos) {
        from.later(
                1 + random.nextLong(waitNanos),
                () -> new Greeting(from, to, socket, waitNanos).begin());
    }

    /** One attempt to connect. */
    private final class Greeting {
        private final SimNode from;
        private final SimNode to;
        private final int socket;
        private final long waitNanos;
        private final long nonce = random.nextLong();
        private final int fromLife;
        private final int toLife;
        private boolean over;

        Greeting(SimNode from, SimNode to, int socket, long waitNanos) {
            this.from = from;
            this.to = to;
            this.socket = socket;
            this.waitNanos = waitNanos;
            this.fromLife = from.life();
            this.toLife = to.life();
        }

        void begin() {
            from.later(GREETING_NANOS, this::fail);
            PeerHello dials = hello(from, to);
            travel(from, to, () -> greeted(dials));
        }

        private PeerHello hello(SimNode self, SimNode other) {
            PeerHello hello = self.host().decisions().gate().self(0, socket, other.id(), nonce);
            return cluster.hostBug() == HostBug.LOST_STORE_NOT_REMEMBERED
                    ? forgetful(hello)
                    : hello;
        }

        private static PeerHello forgetful(PeerHello hello) {
            return new PeerHello(
                    hello.clusterId(),
                    hello.configEpoch(),
                    hello.settings(),
                    hello.nodeId(),
                    hello.storeId(),
                    hello.incarnation(),
                    hello.shard(),
                    hello.shardCount(),
                    hello.socket(),
                    hello.nonce(),
                    hello.standing(),
                    Remembered.NOTHING,
                    hello.features(),
                    hello.lives());
        }

        /** A step of the greeting reaches the other node, if it can, in the life that it has. */
        private void travel(SimNode sender, SimNode receiver, Runnable step) {
            if (!isAlive() || cluster.network().isBlocked(sender.id(), receiver.id())) {
                return;
            }
            SimLoop loop = receiver.loop();
            cluster.network().sendInOrder(sender.id(), receiver.id(), () -> loop.run(step));
        }

        /** Whether both nodes are in the life in which the attempt began. */
        private boolean isAlive() {
            return from.isUp() && to.isUp() && from.life() == fromLife && to.life() == toLife;
        }

        private void greeted(PeerHello dials) {
            PeerGate gate = to.host().decisions().gate();
            String mismatch = gate.mismatch(dials);
            if (mismatch != null) {
                cluster.topology().checkStranger(from.id(), to.id(), mismatch);
                return; // the other one tries again
            }
            decide(
                    to,
                    dials,
                    refusal -> {
                        if (refusal != null) {
                            refuse(to, from, refusal);
                            Remembered remembered = gate.remembered(from.id());
                            travel(to, from, () -> refused(remembered));
                        } else {
                            PeerHello accepts = hello(to, from);
                            travel(to, from, () -> welcomed(dials, accepts));
                        }
                    });
        }

        private void refuse(SimNode decides, SimNode other, String refusal) {
            other.refused(decides.id());
            cluster.trace().line(() -> cluster.at(decides.id()) + "refuses: " + refusal);
        }

        private static void decide(
                SimNode decides, PeerHello theirs, Consumer<@Nullable String> then) {
            SimLoop loop = decides.loop();
            decides.host()
                    .decisions()
                    .decide(theirs, refusal -> loop.execute(() -> then.accept(refusal)), () -> {});
        }

        private void refused(Remembered remembered) {
            from.host().decisions().refused(remembered);
            fail();
        }

        private void welcomed(PeerHello dials, PeerHello accepts) {
            decide(
                    from,
                    accepts,
                    refusal -> {
                        if (refusal == null && !over) {
                            open(dials, accepts);
                        } else {
                            if (refusal != null) {
                                refuse(from, to, refusal);
                            }
                            fail();
                        }
                    });
        }

        /** The dialler's first frame opens the other end. */
        private void open(PeerHello dials, PeerHello accepts) {
            PeerLinks links = from.host().links().getFirst();
            if (!isAlive() || links.link(to.id()) == null || !links.begins(dials, accepts)) {
                fail();
                return;
            }
            over = true;
            SimWire wire = new SimWire(cluster, from, to);
            prune();
            wires.add(wire);
            from.met(to.id());
            to.met(from.id());
            travel(from, to, () -> accept(wire, dials, accepts));
            SimWire.End end = wire.dialler();
            end.open(
                    connection(
                            from, end, accepts, () -> redial(from, to, socket, REDIAL_MIN_NANOS)));
        }

        private void accept(SimWire wire, PeerHello dials, PeerHello accepts) {
            PeerLinks links = to.host().links().getFirst();
            if (wire.acceptor().isClosed()
                    || links.link(from.id()) == null
                    || !links.begins(accepts, dials)) {
                wire.acceptor().close();
                return;
            }
            wire.acceptor().open(connection(to, wire.acceptor(), dials, () -> {}));
        }

        private static PeerConnection connection(
                SimNode self, SimWire.End end, PeerHello theirs, Runnable onClosed) {
            PeerLinks links = self.host().links().getFirst();
            PeerLink link = links.link(theirs.nodeId());
            if (link == null) {
                throw new IllegalStateException("no link to node " + theirs.nodeId());
            }
            return new PeerConnection(
                    end,
                    links,
                    link,
                    theirs,
                    self.peerOptions(),
                    self.host().decisions(),
                    onClosed);
        }

        private void fail() {
            if (!over) {
                over = true;
                redial(from, to, socket, Math.min(2 * waitNanos, REDIAL_MAX_NANOS));
            }
        }
    }
}
