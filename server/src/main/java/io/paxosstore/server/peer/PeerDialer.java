package io.paxosstore.server.peer;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.paxosstore.node.peer.PeerConnection;
import io.paxosstore.node.peer.PeerFrames;
import io.paxosstore.node.peer.PeerGate;
import io.paxosstore.node.peer.PeerHello;
import io.paxosstore.node.peer.PeerLink;
import io.paxosstore.node.peer.PeerLinks;
import io.paxosstore.node.peer.PeerOptions;
import io.paxosstore.node.peer.PeerStage;
import io.paxosstore.node.peer.RememberedCodec;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;

/**
 * Keeps one connection to one node open, for one shard: dials, shakes hands, dials again after a
 * growing wait with jitter. On the shard's loop only.
 */
final class PeerDialer {
    /** The other side dials back before it answers: connecting, its question, its answer. */
    private static final long HANDSHAKE_WAITS = 3;

    /** Who refuses goes on doing so until somebody corrects a configuration. */
    private static final long REFUSED_WAITS = 4;

    private final PeerNetwork network;
    private final int peer;
    private final int shard;
    private final int socket;
    private final PeerOptions options;

    private long waitNanos;
    private boolean stopped;

    /** Failures since the last connection: each goes on to the next address. */
    private int failures;

    private PeerAddress address = new PeerAddress("", 0);
    private @Nullable Channel channel;

    PeerDialer(PeerNetwork network, int peer, int shard, int socket) {
        this.network = network;
        this.peer = peer;
        this.shard = shard;
        this.socket = socket;
        this.options = network.options();
        this.waitNanos = options.reconnectMinNanos();
    }

    void dial() {
        List<PeerAddress> places = network.addresses().of(peer);
        if (stopped || places.isEmpty()) {
            return; // a node that was removed is let go of
        }
        address = places.get(Math.floorMod(failures, places.size()));
        Stage stage = new Stage();
        ChannelFuture connecting =
                new Bootstrap()
                        .group(network.loop(shard))
                        .channel(network.transport().socketChannel())
                        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, options.connectMillis())
                        .option(ChannelOption.TCP_NODELAY, true)
                        .option(
                                ChannelOption.WRITE_BUFFER_WATER_MARK,
                                new WriteBufferWaterMark(
                                        options.outgoingBytesMax() / 2, options.outgoingBytesMax()))
                        .handler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel opened) {
                                        network.opening(opened);
                                        stage.handler = new PeerHandler(stage);
                                        opened.pipeline().addLast(stage.handler);
                                    }
                                })
                        .connect(address.host(), address.port());
        channel = connecting.channel();
        connecting.addListener(done -> {
            if (done.isSuccess()) {
                greet(connecting.channel(), stage);
            } else {
                // Of a channel that was never active, nobody tells the end.
                stage.handler = null;
                redial();
            }
        });
    }

    private void greet(Channel opened, Stage stage) {
        stage.channel = opened;
        stage.nonce = network.greetings().nonce();
        PeerHello greeting = network.gate().self(shard, socket, peer, stage.nonce);
        stage.greeting = greeting;
        network.greetings().begin(peer, greeting);
        byte[] hello = PeerFrames.greeting(PeerFrames.HELLO, greeting);
        new NettyPeerChannel(opened).write(hello, hello.length);
        var _ =
                opened.eventLoop()
                        .schedule(
                                stage::timeOut,
                                HANDSHAKE_WAITS * options.connectMillis(),
                                TimeUnit.MILLISECONDS);
    }

    private void redial() {
        if (stopped) {
            return;
        }
        failures++;
        long jittered = ThreadLocalRandom.current().nextLong(waitNanos / 2, waitNanos + 1);
        waitNanos = Math.min(waitNanos * 2, options.reconnectMaxNanos());
        var _ = network.loop(shard).schedule(this::dial, jittered, TimeUnit.NANOSECONDS);
    }

    int shard() {
        return shard;
    }

    /** Closes the connection for good. */
    void stop() {
        stopped = true;
        if (channel != null) {
            var _ = channel.close();
        }
    }

    /** The connection until it is welcomed. */
    private final class Stage implements PeerStage {
        private @Nullable PeerHandler handler;
        private @Nullable Channel channel;
        private boolean decided;
        private long nonce;
        private @Nullable PeerHello greeting;

        @Override
        public boolean frame(byte[] bytes, int offset, int length) {
            ByteReader in = new ByteReader().reset(bytes, offset, length);
            int type = in.getByte();
            CRC32C crc = new CRC32C();
            Channel opened = channel;
            if (opened == null) {
                throw new MalformedBytesException("It speaks before it is greeted.");
            }
            if (decided) {
                throw new MalformedBytesException("It speaks before it is asked.");
            }
            decided = true;
            if (type == PeerFrames.REFUSED) {
                refused(opened, "it refuses this node: " + in.getText());
                if (in.remaining() > 0) {
                    PeerFrames.checked(crc, bytes, offset, length);
                    network.decisions().refused(RememberedCodec.read(in));
                }
                return false;
            }
            if (type != PeerFrames.WELCOME || in.getInt() != PeerHello.MAGIC) {
                throw new MalformedBytesException("It is no answer of a node.");
            }
            long version = in.getVarint();
            if (version != PeerHello.VERSION) {
                refused(opened, PeerGate.wrongVersion(version));
                return false;
            }
            PeerFrames.checked(crc, bytes, offset, length);
            PeerHello theirs = PeerHello.readFields(in);
            if (theirs.nonce() != nonce) {
                throw new MalformedBytesException("It answers another greeting.");
            }
            if (theirs.nodeId() != peer) {
                refused(
                        opened,
                        "It calls itself node " + theirs.nodeId() + "; check cluster.nodes.");
                return false;
            }
            network.decide(
                    theirs,
                    opened,
                    refusal -> {
                        if (refusal != null) {
                            refused(opened, refusal);
                        } else if (opened.isActive()) {
                            open(opened, theirs);
                        }
                    });
            return true;
        }

        /** The other side is silent until it receives a first frame, so nothing was lost. */
        private void open(Channel opened, PeerHello theirs) {
            PeerLinks links = network.links(shard);
            PeerLink link = links.link(peer);
            PeerHandler owner = handler;
            PeerHello ours = greeting;
            if (link == null || owner == null || ours == null || !links.begins(ours, theirs)) {
                var _ = opened.close();
                return;
            }
            network.greetings().end(nonce);
            waitNanos = options.reconnectMinNanos();
            failures = -1; // when it is lost, the same address comes first again
            owner.open(
                    new PeerConnection(
                            new NettyPeerChannel(opened),
                            links,
                            link,
                            theirs,
                            options,
                            network.decisions(),
                            PeerDialer.this::redial),
                    link.shard().memory());
        }

        private void refused(Channel opened, String sentence) {
            waitNanos = REFUSED_WAITS * options.reconnectMaxNanos();
            PeerHandler.LOG.warn(
                    "peer_refused", "Node " + peer + " at " + address + ": " + sentence);
            var _ = opened.close();
        }

        private void timeOut() {
            if (!decided && channel != null) {
                var _ = channel.close();
            }
        }

        @Override
        public void closed() {
            network.greetings().end(nonce);
            redial();
        }
    }
}
