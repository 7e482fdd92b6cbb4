package io.paxosstore.server.peer;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.paxosstore.node.peer.PeerChannel;

/** A connection of Netty's. */
record NettyPeerChannel(Channel channel) implements PeerChannel {
    @Override
    public void write(byte[] bytes, int length) {
        ByteBuf out = channel.alloc().directBuffer(length);
        out.writeBytes(bytes, 0, length);
        var _ = channel.writeAndFlush(out, channel.voidPromise());
    }

    @Override
    public boolean isWritable() {
        return channel.isWritable();
    }

    @Override
    public boolean hasRoomToSpare() {
        long half = channel.config().getWriteBufferHighWaterMark() / 2;
        return channel.isWritable() && channel.bytesBeforeUnwritable() > half;
    }

    @Override
    public void close() {
        var _ = channel.close();
    }

    @Override
    public String address() {
        return String.valueOf(channel.remoteAddress());
    }
}
