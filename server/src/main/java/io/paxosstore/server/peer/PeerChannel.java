package io.paxosstore.server.peer;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.server.memory.LoopMemory;
import io.paxosstore.server.net.FrameAccumulator;
import io.paxosstore.server.net.RateLimitedLog;

import org.slf4j.LoggerFactory;

import java.io.IOException;

/**
 * A connection on the peer port: cuts the stream into frames and gives them to the stage the
 * connection is in. A stage may be changed while a frame is handled.
 */
final class PeerChannel extends ChannelInboundHandlerAdapter {
    static final RateLimitedLog LOG =
            new RateLimitedLog(LoggerFactory.getLogger(PeerChannel.class));

    /** What a connection is doing: shaking hands, or carrying messages. */
    interface Stage {
        /** Takes a frame without its length. Returns whether the connection goes on. */
        boolean frame(byte[] bytes, int offset, int length);

        /** The connection is gone. */
        void closed();
    }

    private final FrameAccumulator frames = new FrameAccumulator(PeerHello.FRAME_BYTES_MAX);
    private Stage stage;
    private boolean over;

    PeerChannel(Stage first) {
        this.stage = first;
    }

    /**
     * Turns to the stage that carries messages.
     *
     * @param memory of the loop that the connection belongs to from now on
     */
    void open(Stage next, LoopMemory memory) {
        stage = next;
        frames.memoryOfPeer(memory);
        frames.frameBytesMax(PeerFrames.FRAME_BYTES_MAX);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            if (!over) {
                frames.read(in, this::frame);
            }
        } catch (MalformedBytesException e) {
            LOG.warn(
                    "peer_garbage",
                    "The connection from "
                            + ctx.channel().remoteAddress()
                            + " to the peer port is dropped: "
                            + e.getMessage());
            over = true;
            var _ = ctx.close();
        } finally {
            in.release();
        }
    }

    private boolean frame(byte[] bytes, int offset, int length) {
        over |= !stage.frame(bytes, offset, length);
        return !over;
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        over = true;
        frames.release();
        stage.closed();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // A reset connection is everyday life; the stage is told by channelInactive.
        if (!(cause instanceof IOException)) {
            LOG.warn("peer_fault", "A peer's connection is closed by a fault: " + cause);
        }
        var _ = ctx.close();
    }

    /** Sends bytes that are made as a whole. */
    static void write(Channel channel, byte[] bytes, int length) {
        ByteBuf out = channel.alloc().directBuffer(length);
        out.writeBytes(bytes, 0, length);
        var _ = channel.writeAndFlush(out, channel.voidPromise());
    }
}
