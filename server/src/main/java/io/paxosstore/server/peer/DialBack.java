package io.paxosstore.server.peer;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.paxosstore.node.peer.PeerFrames;
import io.paxosstore.node.peer.PeerGate;
import io.paxosstore.node.peer.PeerHello;
import io.paxosstore.node.peer.PeerStage;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * Asks a node, where it is reached, whether a greeting is its own. A stranger can send anything,
 * and an old greeting again, but it does not answer there with the number that the node has drawn
 * for a greeting under way. Where there are two addresses, the second is tried when the first does
 * not confirm it. On the loop of the connection that was greeted.
 */
final class DialBack {
    private final PeerNetwork network;
    private final List<PeerAddress> places;
    private final PeerHello greeting;
    private final Consumer<@Nullable String> then;
    private int tried;

    /**
     * @param places where the node is reached
     * @param then told null when the greeting is the node's own, else one sentence
     */
    DialBack(
            PeerNetwork network,
            List<PeerAddress> places,
            PeerHello greeting,
            Consumer<@Nullable String> then) {
        this.network = network;
        this.places = List.copyOf(places);
        this.greeting = greeting;
        this.then = then;
    }

    void dial(EventLoop loop) {
        new Attempt(places.get(tried)).dial(loop);
    }

    private void ended(EventLoop loop, PeerAddress place, @Nullable String reason) {
        tried++;
        if (reason != null && tried < places.size()) {
            dial(loop);
            return;
        }
        int node = greeting.nodeId();
        then.accept(
                reason == null
                        ? null
                        : "Its greeting is not confirmed: node "
                                + node
                                + " at "
                                + place
                                + " "
                                + reason
                                + "; check the address of node "
                                + node
                                + " in cluster.nodes.");
    }

    /** The question at one address. */
    private final class Attempt implements PeerStage {
        private final PeerAddress place;
        private @Nullable Channel channel;
        private @Nullable EventLoop loop;
        private boolean decided;

        Attempt(PeerAddress place) {
            this.place = place;
        }

        void dial(EventLoop on) {
            loop = on;
            int connectMillis = network.options().connectMillis();
            ChannelFuture connecting =
                    new Bootstrap()
                            .group(on)
                            .channel(network.transport().socketChannel())
                            .option(
                                    ChannelOption.CONNECT_TIMEOUT_MILLIS,
                                    Math.max(1, connectMillis / places.size()))
                            .option(ChannelOption.TCP_NODELAY, true)
                            .handler(
                                    new ChannelInitializer<SocketChannel>() {
                                        @Override
                                        protected void initChannel(SocketChannel opened) {
                                            network.opening(opened);
                                            opened.pipeline()
                                                    .addLast(new PeerHandler(Attempt.this));
                                        }
                                    })
                            .connect(place.host(), place.port());
            channel = connecting.channel();
            connecting.addListener(done -> {
                if (done.isSuccess()) {
                    PeerGate gate = network.gate();
                    byte[] question =
                            PeerFrames.confirm(gate.clusterId(), gate.nodeId(), greeting.nonce());
                    new NettyPeerChannel(connecting.channel()).write(question, question.length);
                } else {
                    decide("cannot be reached there (" + done.cause().getMessage() + ")");
                }
            });
            var _ =
                    on.schedule(
                            () -> decide("has not answered there in time"),
                            2L * connectMillis / places.size(),
                            TimeUnit.MILLISECONDS);
        }

        @Override
        public boolean frame(byte[] bytes, int offset, int length) {
            int body = PeerFrames.checked(new CRC32C(), bytes, offset, length);
            ByteReader in = new ByteReader().reset(bytes, offset, body);
            switch (in.getByte()) {
                case PeerFrames.CONFIRMED -> confirmed(in);
                case PeerFrames.REFUSED -> decide("says there: " + in.getText());
                default -> throw new MalformedBytesException("It is no answer of a node.");
            }
            return false;
        }

        private void confirmed(ByteReader in) {
            if (in.getInt() != PeerHello.MAGIC || in.getVarint() != PeerHello.VERSION) {
                throw new MalformedBytesException("It is no answer of a node of this release.");
            }
            boolean same = PeerHello.readFields(in).equals(greeting);
            decide(same ? null : "has greeted otherwise");
        }

        private void decide(@Nullable String reason) {
            EventLoop on = loop;
            if (decided || on == null) {
                return;
            }
            decided = true;
            if (channel != null) {
                var _ = channel.close();
            }
            ended(on, place, reason);
        }

        @Override
        public void closed() {
            decide("has closed the connection there");
        }
    }
}
