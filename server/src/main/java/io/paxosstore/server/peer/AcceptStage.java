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
    private boolean greeted;
    private boolean opened;
    private @Nullable PeerHello welcomed;

    AcceptStage(PeerNetwork network, Channel channel) {
        this.network = network;
        this.channel = channel;
    }

    void handler(PeerChannel owner) {
        handler = owner;
    }

    /** Closes the connection unless it carries messages by now. */
    void timeOut() {
        if (!opened) {
            var _ = channel.close();
        }
    }

    @Override
    public boolean frame(byte[] bytes, int offset, int length) throws MalformedFrameException {
        PeerHello theirs = welcomed;
        return theirs == null
                ? greeting(bytes, offset, length)
                : first(theirs, bytes, offset, length);
    }

    private boolean greeting(byte[] bytes, int offset, int length) throws MalformedFrameException {
        ByteReader in = new ByteReader().reset(bytes, offset, length);
        if (greeted || in.u8() != PeerFrames.HELLO || in.u32() != PeerHello.MAGIC) {
            throw new MalformedFrameException("it is no greeting of a node");
        }
        greeted = true;
        long version = in.varint();
        if (version != PeerHello.VERSION) {
            refuse(PeerGate.wrongVersion(version));
            return false;
        }
        PeerHello theirs = PeerHello.readFields(in);
        network.decide(
                theirs,
                channel,
                refusal -> {
                    if (refusal != null) {
                        refuse(refusal);
                    } else {
                        moveToShard(theirs);
                    }
                });
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

    /** The other side is silent until it is welcomed, so nothing can be lost here. */
    private void moveToShard(PeerHello theirs) {
        EventLoop target = network.loop(theirs.shard());
        if (target.inEventLoop()) {
            welcome(theirs);
            return;
        }
        channel.deregister()
                .addListener(gone ->
                        target.register(channel)
                                .addListener(moved -> {
                                    if (moved.isSuccess()) {
                                        welcome(theirs);
                                    } else {
                                        channel.unsafe().closeForcibly();
                                    }
                                }));
    }

    private void welcome(PeerHello theirs) {
        if (!channel.isActive()) {
            return;
        }
        welcomed = theirs;
        byte[] welcome =
                PeerFrames.greeting(
                        PeerFrames.WELCOME,
                        network.gate().self(theirs.shard(), theirs.socket(), theirs.nodeId()));
        PeerChannel.write(channel, welcome, welcome.length);
    }

    /** The other side has decided too: its first frame opens the connection. */
    private boolean first(PeerHello theirs, byte[] bytes, int offset, int length)
            throws MalformedFrameException {
        PeerLinks links = network.links(theirs.shard());
        PeerLink link = links.link(theirs.nodeId());
        PeerChannel owner = handler;
        if (link == null || owner == null || !links.begins(theirs)) {
            var _ = channel.close();
            return false;
        }
        opened = true;
        network.greeted(channel);
        PeerConnection connection =
                new PeerConnection(
                        channel, links, link, theirs, network.options(), network::heard, () -> {});
        owner.open(connection, link.shard().memory());
        return connection.frame(bytes, offset, length);
    }

    @Override
    public void closed() {}
}
