package io.paxosstore.server.front.binary;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.wire.MalformedFrameException;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.server.front.shared.SessionFlow;
import io.paxosstore.server.net.FrameAccumulator;

import java.nio.ByteBuffer;

/**
 * Reads the requests of one connection, as long as there is room for what they bring. On its loop
 * only.
 */
final class SessionReader implements FrameAccumulator.Sink {
    /** The connection, as far as reading needs it. */
    interface Session {
        /** Whether nothing more is wanted. */
        boolean isClosing();

        /** Takes a request. */
        void take(Request request);

        /** Takes a frame that is no request; its correlation id is known. */
        void takeMalformed(long correlation, String why);

        /** Takes the name of a request for which there is no memory. */
        void takeWithoutMemory(long correlation);

        /** The stream cannot be read any further. */
        void garbage(String why);
    }

    /** Type and correlation id, which every frame has. */
    private static final int FRAME_BYTES_MIN = Wire.HEADER_BYTES - Wire.LENGTH_BYTES;

    private static final byte[] NOTHING = {};

    private final Session session;
    private final Channel channel;
    private final ShardLoop home;
    private final SessionFlow flow;
    private final FrameAccumulator frames =
            new FrameAccumulator(Wire.HANDSHAKE_FRAME_BYTES_MAX - Wire.LENGTH_BYTES);

    private byte[] viewed = NOTHING;
    private ByteBuffer view = ByteBuffer.wrap(NOTHING);
    private boolean stopped;
    private long framesSeen;
    private long framesSeenNanos;

    SessionReader(Session session, Channel channel, ShardLoop home, SessionFlow flow) {
        this.session = session;
        this.channel = channel;
        this.home = home;
        this.flow = flow;
        frames.memory(home.memory());
    }

    /** Changes the limit; used when the handshake is over. */
    void frameBytesMax(int newMax) {
        frames.frameBytesMax(newMax);
    }

    /** Takes what has come. */
    void read(ByteBuf in) {
        if (session.isClosing()) {
            return;
        }
        try {
            frames.read(in, this);
        } catch (MalformedBytesException e) {
            session.garbage(String.valueOf(e.getMessage()));
        } finally {
            forgetView();
        }
    }

    @Override
    public boolean frame(byte[] bytes, int offset, int length) {
        if (length < FRAME_BYTES_MIN) {
            throw new MalformedBytesException("A frame claims " + length + " bytes.");
        }
        ByteBuffer frame = viewOf(bytes, offset - Wire.LENGTH_BYTES, offset + length);
        try {
            session.take(RequestCodec.decode(frame));
        } catch (MalformedFrameException e) {
            session.takeMalformed(e.correlation(), String.valueOf(e.getMessage()));
        }
        stopIfFull();
        return !session.isClosing() && !stopped;
    }

    @Override
    public void refused(byte[] bytes, int offset, int length) {
        // Its first bytes are here, since only what is longer is refused.
        int correlationAt = offset + FRAME_BYTES_MIN - Long.BYTES;
        session.takeWithoutMemory(ByteBuffer.wrap(bytes).getLong(correlationAt));
    }

    /** The codec reads byte buffers; one is kept while frames come in the same array. */
    @SuppressWarnings("ReferenceEquality") // whether it is the same array is what is asked
    private ByteBuffer viewOf(byte[] bytes, int from, int to) {
        if (viewed != bytes) {
            viewed = bytes;
            view = ByteBuffer.wrap(bytes);
        }
        return view.limit(to).position(from);
    }

    private void forgetView() {
        viewed = NOTHING;
    }

    /** A client that has much under way, or is slow to read, is not read from. */
    void stopIfFull() {
        if (!stopped && flow.isFull()) {
            stopped = true;
            channel.config().setAutoRead(false);
        }
    }

    /** Something has ended, or was taken by the client. */
    void goOnIfRelieved() {
        if (stopped && !session.isClosing() && flow.isRelieved()) {
            home.scheduler().execute(this::goOn);
        }
    }

    private void goOn() {
        if (!stopped || session.isClosing() || !flow.isRelieved()) {
            return;
        }
        stopped = false;
        try {
            frames.resume(this);
        } catch (MalformedBytesException e) {
            session.garbage(String.valueOf(e.getMessage()));
        } finally {
            forgetView();
        }
        if (!stopped && !session.isClosing()) {
            channel.config().setAutoRead(true);
        }
    }

    /**
     * Whether no frame has ended for so long, though one has begun; to be asked again and again.
     */
    boolean isSlower(long timeoutNanos, long nowNanos) {
        if (!frames.isUnfinished() || frames.frames() != framesSeen) {
            framesSeen = frames.frames();
            framesSeenNanos = nowNanos;
        }
        return nowNanos - framesSeenNanos > timeoutNanos;
    }

    /** Forgets what has come; at the end of the connection at the latest. */
    void release() {
        frames.release();
    }
}
