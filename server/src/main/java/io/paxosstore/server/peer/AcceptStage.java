package io.paxosstore.server.peer;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.EventLoop;
import io.paxosstore.server.net.ByteReader;
import io.paxosstore.server.net.MalformedFrameException;

import org.jspecify.annotations.Nullable;

/** A connection that another node opened, before its handshake is over. */
final class AcceptStage implements PeerChannel.Stage {
    private final PeerNetwork network;
    private final Channel channel;
    private @Nullable PeerChannel handler;
    private boolean decided;

    AcceptStage(PeerNetwork network, Channel channel) {
        this.network = network;
        this.channel = channel;
    }

    void handler(PeerChannel owner) {
        handler = owner;
    }

    /** Whether a greeting has come. */
    boolean decided() {
        return decided;
    }

    @Override
    public boolean frame(byte[] bytes, int offset, int length) throws MalformedFrameException {
        ByteReader in = new ByteReader().reset(bytes, offset, length);
        if (decided || in.u8() != PeerFrames.HELLO || in.u32() != PeerHello.MAGIC) {
            throw new MalformedFrameException("it is no greeting of a node");
        }
        decided = true;
        long version = in.varint();
        if (version != PeerHello.VERSION) {
            refuse(PeerGate.wrongVersion(version));
            return false;
        }
        PeerHello theirs = PeerHello.readFields(in);
        String refusal = network.gate().refusal(theirs);
        if (refusal != null) {
            refuse(refusal);
            return false;
        }
        moveToShard(theirs);
        return true;
    }

    private void refuse(String sentence) {
        PeerChannel.LOG.warn(
                "peer_refused",
                "The node at " + channel.remoteAddress() + " is refused: " + sentence);
        byte[] frame = PeerFrames.refused(sentence);
        channel.writeAndFlush(channel.alloc().buffer(frame.length).writeBytes(frame))
                .addListener(ChannelFutureListener.CLOSE);
    }

    /** Nothing more is received until the other side is welcomed, so nothing can be lost here. */
    private void moveToShard(PeerHello theirs) {
        EventLoop target = network.loop(theirs.shard());
        if (target.inEventLoop()) {
            open(theirs);
            return;
        }
        channel.deregister()
                .addListener(gone ->
                        target.register(channel)
                                .addListener(moved -> {
                                    if (moved.isSuccess()) {
                                        open(theirs);
                                    } else {
                                        channel.unsafe().closeForcibly();
                                    }
                                }));
    }

    private void open(PeerHello theirs) {
        PeerLinks links = network.links(theirs.shard());
        PeerLink link = links.link(theirs.nodeId());
        PeerChannel owner = handler;
        if (link == null || owner == null || !channel.isActive()) {
            var _ = channel.close();
            return;
        }
        byte[] welcome =
                PeerFrames.greeting(
                        PeerFrames.WELCOME, network.gate().self(theirs.shard(), theirs.socket()));
        PeerChannel.write(channel, welcome, welcome.length);
        owner.open(new PeerConnection(channel, links, link, theirs, network.options(), () -> {}));
    }

    @Override
    public void closed() {}
}
