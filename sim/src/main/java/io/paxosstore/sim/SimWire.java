package io.paxosstore.sim;

import io.paxosstore.node.peer.PeerChannel;
import io.paxosstore.node.peer.PeerStage;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A connection between two nodes in one life of each. Batches may be lost, doubled and overtaken on
 * it, although a stream would do none of that: what reads them must bear it. Other frames wait
 * while the link is cut, as a stream's bytes do. Not thread-safe.
 */
final class SimWire {
    /** So often a frame that waits for a cut link tries again. */
    private static final long CUT_NANOS = 5_000_000;

    private final SimCluster cluster;
    private final End[] ends;

    SimWire(SimCluster cluster, SimNode dialler, SimNode acceptor) {
        this.cluster = cluster;
        this.ends = new End[] {new End(dialler), new End(acceptor)};
        ends[0].other = ends[1];
        ends[1].other = ends[0];
    }

    /** The end of the node that has opened the connection. */
    End dialler() {
        return ends[0];
    }

    /** The end of the other one. */
    End acceptor() {
        return ends[1];
    }

    /** One end: a node writes to it, and hears what comes from the other. */
    final class End implements PeerChannel {
        private final SimNode node;
        private final SimLoop loop;
        private @Nullable End other;
        private @Nullable PeerStage stage;
        private boolean closed;
        private int renumbered;

        private End(SimNode node) {
            this.node = node;
            this.loop = node.loop();
        }

        SimNode node() {
            return node;
        }

        boolean isClosed() {
            return closed;
        }

        /** Frames go to this stage from now on. */
        void open(PeerStage hears) {
            stage = hears;
        }

        private End other() {
            End there = other;
            if (there == null) {
                throw new IllegalStateException("a wire has two ends");
            }
            return there;
        }

        @Override
        public void write(byte[] bytes, int length) {
            for (byte[] frame : SimFrames.split(bytes, length)) {
                if (closed) {
                    return;
                }
                if (SimFrames.isBatch(frame)) {
                    sendBatch(frame);
                } else {
                    send(frame);
                }
            }
        }

        private void sendBatch(byte[] frame) {
            List<SimFrames.Sent> messages = cluster.frames().messages(frame);
            int to = other().node.id();
            messages.forEach(sent -> node.watch().sent(to, sent.key(), sent.message()));
            if (cluster.network().isCorrupting()) {
                cluster.frames().flip(frame, messages, cluster.network().random());
            }
            boolean leaves = cluster.network().send(node.id(), to, () -> arrive(frame, messages));
            if (cluster.hostBug() == HostBug.LOST_FRAME_NOT_NOTICED && leaves) {
                cluster.frames().number(frame, renumbered++);
            }
        }

        /** Of what is sent together the order stays, and nothing is lost but with the wire. */
        private void send(byte[] frame) {
            if (closed) {
                return;
            }
            int to = other().node.id();
            if (cluster.network().isBlocked(node.id(), to)) {
                cluster.queue().after(CUT_NANOS, () -> send(frame));
            } else {
                cluster.network().sendInOrder(node.id(), to, () -> arrive(frame, List.of()));
            }
        }

        private void arrive(byte[] frame, List<SimFrames.Sent> messages) {
            End there = other();
            if (there.closed && cluster.hostBug() == HostBug.OLD_FRAMES_TAKEN) {
                there = cluster.wires().newest(node.id(), there.node.id(), there);
                if (SimFrames.isBatch(frame)) {
                    cluster.frames().first(frame);
                }
            }
            End hears = there;
            hears.loop.run(() -> hears.frame(frame, messages));
        }

        private void frame(byte[] frame, List<SimFrames.Sent> messages) {
            PeerStage hears = stage;
            if (closed || hears == null) {
                return;
            }
            node.trace("hears").add(messages.size()).add(frame.length);
            for (SimFrames.Sent sent : messages) {
                cluster.trace()
                        .line(() ->
                                cluster.at(node.id())
                                        + "hears of "
                                        + Describe.node(other().node.id())
                                        + " "
                                        + Describe.key(sent.key())
                                        + ": "
                                        + Describe.message(sent.message()));
            }
            try {
                if (!hears.frame(frame, 0, frame.length)) {
                    close();
                }
            } catch (MalformedBytesException e) {
                throw new SimViolation("FramesAreUnderstood", String.valueOf(e.getMessage()));
            }
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void close() {
            if (closed) {
                return;
            }
            end();
            int to = other().node.id();
            if (!cluster.network().isBlocked(node.id(), to)) {
                cluster.network().sendInOrder(node.id(), to, () -> other().lost());
            }
        }

        /** The other end is closed, or its node has ended, and this one has noticed. */
        void lost() {
            if (!closed) {
                end();
            }
        }

        private void end() {
            closed = true;
            PeerStage heard = stage;
            if (heard != null) {
                loop.execute(heard::closed);
            }
        }

        /** The node has ended. */
        void die() {
            closed = true;
        }

        @Override
        public String address() {
            return Describe.node(other().node.id());
        }
    }
}
