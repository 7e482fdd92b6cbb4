package io.paxosstore.server.peer;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.paxosstore.node.host.RateLimitedLog;
import io.paxosstore.node.memory.LoopMemory;
import io.paxosstore.node.peer.PeerFrames;
import io.paxosstore.node.peer.PeerHello;
import io.paxosstore.node.peer.PeerStage;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.server.net.FrameAccumulator;

import org.slf4j.LoggerFactory;

import java.io.IOException;

/**
 * A connection on the peer port: cuts the stream into frames and gives them to the stage the
 * connection is in. A stage may be changed while a frame is handled.
 */
final class PeerHandler extends ChannelInboundHandlerAdapter {
    static final RateLimitedLog LOG =
            new RateLimitedLog(LoggerFactory.getLogger(PeerHandler.class), System::nanoTime);

    private final FrameAccumulator frames = new FrameAccumulator(PeerHello.FRAME_BYTES_MAX);
    private PeerStage stage;
    private boolean over;

    PeerHandler(PeerStage first) {
        this.stage = first;
    }

    /**
     * Turns to the stage that carries messages.
     *
     * @param memory of the loop that the connection belongs to from now on
     */
    void open(PeerStage next, LoopMemory memory) {
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
}
