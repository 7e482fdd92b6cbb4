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
import io.paxosstore.server.config.ClusterMember;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * Asks a node, at the address that is configured for it, whether a greeting is its own. A stranger
 * can send anything, and an old greeting again, but it does not answer there with the number that
 * the node has drawn for a greeting under way. On the loop of the connection that was greeted.
 */
final class DialBack implements PeerStage {
    private final PeerNetwork network;
    private final ClusterMember member;
    private final PeerHello greeting;
    private final Consumer<@Nullable String> then;
    private @Nullable Channel channel;
    private boolean decided;

    /**
     * @param then told null when the greeting is the node's own, else one sentence
     */
    DialBack(
            PeerNetwork network,
            ClusterMember member,
            PeerHello greeting,
            Consumer<@Nullable String> then) {
        this.network = network;
        this.member = member;
        this.greeting = greeting;
        this.then = then;
    }

    void dial(EventLoop loop) {
        int connectMillis = network.options().connectMillis();
        ChannelFuture connecting =
                new Bootstrap()
                        .group(loop)
                        .channel(network.transport().socketChannel())
                        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMillis)
                        .option(ChannelOption.TCP_NODELAY, true)
                        .handler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel opened) {
                                        network.opening(opened);
                                        opened.pipeline().addLast(new PeerHandler(DialBack.this));
                                    }
                                })
                        .connect(member.host(), member.peerPort());
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
                loop.schedule(
                        () -> decide("has not answered there in time"),
                        2L * connectMillis,
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
        if (decided) {
            return;
        }
        decided = true;
        if (channel != null) {
            var _ = channel.close();
        }
        then.accept(
                reason == null
                        ? null
                        : "Its greeting is not confirmed: node "
                                + member.id()
                                + " at "
                                + member.peerAddress()
                                + " "
                                + reason
                                + "; check the address of node "
                                + member.id()
                                + " in cluster.nodes.");
    }

    @Override
    public void closed() {
        decide("has closed the connection there");
    }
}
