package io.paxosstore.server.peer;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.EventLoop;
import io.paxosstore.log.identity.Remembered;
import io.paxosstore.node.peer.PeerConnection;
import io.paxosstore.node.peer.PeerFrames;
import io.paxosstore.node.peer.PeerGate;
import io.paxosstore.node.peer.PeerHello;
import io.paxosstore.node.peer.PeerLink;
import io.paxosstore.node.peer.PeerLinks;
import io.paxosstore.node.peer.PeerStage;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import org.jspecify.annotations.Nullable;

import java.util.zip.CRC32C;

/** A connection that another node opened, before its handshake is over. */
final class AcceptStage implements PeerStage {
    private final PeerNetwork network;
    private final Channel channel;
    private @Nullable PeerHandler handler;
    private boolean greeted;
    private boolean opened;
    private @Nullable Welcome welcomed;

    /** What both nodes have said of themselves. */
    private record Welcome(PeerHello ours, PeerHello theirs) {}

    AcceptStage(PeerNetwork network, Channel channel) {
        this.network = network;
        this.channel = channel;
    }

    void handler(PeerHandler owner) {
        handler = owner;
    }

    /** Closes the connection unless it carries messages by now. */
    void timeOut() {
        if (!opened) {
            var _ = channel.close();
        }
    }

    @Override
    public boolean frame(byte[] bytes, int offset, int length) {
        Welcome both = welcomed;
        return both == null ? greeting(bytes, offset, length) : first(both, bytes, offset, length);
    }

    private boolean greeting(byte[] bytes, int offset, int length) {
        ByteReader in = new ByteReader().reset(bytes, offset, length);
        int type = in.getByte();
        boolean known = type == PeerFrames.HELLO || type == PeerFrames.CONFIRM;
        if (greeted || !known || in.getInt() != PeerHello.MAGIC) {
            throw new MalformedBytesException("It is no greeting of a node.");
        }
        greeted = true;
        long version = in.getVarint();
        if (version != PeerHello.VERSION) {
            refuse(PeerGate.wrongVersion(version), Remembered.NOTHING);
            return false;
        }
        PeerFrames.checked(new CRC32C(), bytes, offset, length);
        if (type == PeerFrames.CONFIRM) {
            confirm(in.getText(), in.getIntVarint(), in.getLong());
            return false;
        }
        check(PeerHello.readFields(in));
        return true;
    }

    /** Another node asks whether this one has greeted it; nothing is learnt from that. */
    private void confirm(String clusterId, int asker, long nonce) {
        PeerHello ours = network.greetings().of(nonce, asker);
        byte[] answer =
                ours != null && clusterId.equals(ours.clusterId())
                        ? PeerFrames.greeting(PeerFrames.CONFIRMED, ours)
                        : PeerFrames.refused("no such greeting is under way", Remembered.NOTHING);
        last(answer);
    }

    /** Nothing of a greeting is made durable before it is known to be the node's own. */
    private void check(PeerHello theirs) {
        String mismatch = network.gate().mismatch(theirs);
        if (mismatch != null) {
            refuse(mismatch, Remembered.NOTHING);
            return;
        }
        network.confirm(
                theirs,
                channel,
                unconfirmed -> {
                    if (unconfirmed != null) {
                        refuse(unconfirmed, Remembered.NOTHING);
                    } else {
                        decide(theirs);
                    }
                });
    }

    private void decide(PeerHello theirs) {
        network.decide(
                theirs,
                channel,
                refusal -> {
                    if (refusal != null) {
                        refuse(refusal, network.gate().remembered(theirs.nodeId()));
                    } else {
                        moveToShard(theirs);
                    }
                });
    }

    private void refuse(String sentence, Remembered remembered) {
        PeerHandler.LOG.warn(
                "peer_refused",
                "The node at " + channel.remoteAddress() + " is refused: " + sentence);
        last(PeerFrames.refused(sentence, remembered));
    }

    private void last(byte[] frame) {
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
        PeerHello ours =
                network.gate()
                        .self(theirs.shard(), theirs.socket(), theirs.nodeId(), theirs.nonce());
        welcomed = new Welcome(ours, theirs);
        byte[] welcome = PeerFrames.greeting(PeerFrames.WELCOME, ours);
        new NettyPeerChannel(channel).write(welcome, welcome.length);
    }

    /** The other side has decided too: its first frame opens the connection. */
    private boolean first(Welcome both, byte[] bytes, int offset, int length) {
        PeerHello theirs = both.theirs();
        PeerLinks links = network.links(theirs.shard());
        PeerLink link = links.link(theirs.nodeId());
        PeerHandler owner = handler;
        if (link == null || owner == null || !links.begins(both.ours(), theirs)) {
            var _ = channel.close();
            return false;
        }
        opened = true;
        network.greeted(channel);
        PeerConnection connection =
                new PeerConnection(
                        new NettyPeerChannel(channel),
                        links,
                        link,
                        theirs,
                        network.options(),
                        network.decisions(),
                        () -> {});
        owner.open(connection, link.shard().memory());
        return connection.frame(bytes, offset, length);
    }

    @Override
    public void closed() {}
}
