package io.paxosstore.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import io.paxosstore.node.memory.LoopMemory;
import io.paxosstore.node.memory.Use;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Cuts a byte stream into frames: a length of four bytes, big-endian, then as many bytes.
 *
 * <p>Frames that come as a whole are handed out of a buffer that all connections of a thread share:
 * a connection that has nothing half said holds no memory. What is left over is kept in an array of
 * its own, which grows as bytes come, never for what is merely announced, and is part of the node's
 * memory budget. A client's frame for which that has no room is not kept: it is refused, and its
 * remaining bytes are dropped as they come. Not thread-safe.
 */
public final class FrameAccumulator {
    /** Takes the frames. */
    public interface Sink {
        /**
         * Takes one frame without its length.
         *
         * @param bytes holds the frame; valid during the call only
         * @return whether to go on; false leaves the rest until {@link #resume}
         */
        boolean frame(byte[] bytes, int offset, int length);

        /**
         * There is no memory for a frame of which this much has come; it will not be handed out.
         *
         * @param bytes holds the beginning; valid during the call only
         */
        default void refused(byte[] bytes, int offset, int length) {
            throw new MalformedBytesException("There is no memory for a frame of that length.");
        }
    }

    /** Less than this of an unfinished frame is always kept: connections are bounded by number. */
    public static final int SMALL_BYTES = 4 * 1024;

    private static final int SHARED_BYTES = 64 * 1024;
    private static final byte[] NOTHING = {};
    private static final FastThreadLocal<byte[]> SHARED =
            new FastThreadLocal<>() {
                @Override
                protected byte[] initialValue() {
                    return new byte[SHARED_BYTES];
                }
            };

    private int frameBytesMax;
    private @Nullable LoopMemory memory;
    private boolean mayRefuse;
    private byte[] held = NOTHING;
    private int start;
    private int end;
    private boolean stopped;
    private long dropping;
    private long frames;

    /**
     * @param frameBytesMax a frame that claims more is malformed
     */
    public FrameAccumulator(int frameBytesMax) {
        this.frameBytesMax = frameBytesMax;
    }

    /** Changes the limit; used when a handshake is over. */
    public void frameBytesMax(int newMax) {
        frameBytesMax = newMax;
    }

    /**
     * Makes what is kept part of a budget; of the loop that owns the connection from now on. A
     * frame for which the budget has no room is refused.
     */
    public void memory(LoopMemory budget) {
        memoryOfPeer(budget);
        mayRefuse = true;
    }

    /**
     * Makes what is kept part of a budget, and keeps it whether that has room or not: what a peer
     * sends is bounded by how many peers there are, and clients that have taken all the memory must
     * not part the nodes from each other.
     */
    public void memoryOfPeer(LoopMemory budget) {
        budget.charge(held.length);
        memory = budget;
    }

    /** Takes the readable bytes of a buffer and hands out the frames that are complete. */
    public void read(ByteBuf in, Sink sink) {
        drop(in);
        while (in.isReadable()) {
            if (end > start || stopped) {
                keep(in, sink);
            } else {
                byte[] shared = SHARED.get();
                int length = Math.min(in.readableBytes(), shared.length);
                in.readBytes(shared, 0, length);
                int rest = cut(shared, 0, length, sink);
                if (rest < length) {
                    begin(shared, rest, length, sink);
                }
            }
            drop(in);
        }
    }

    private void drop(ByteBuf in) {
        if (dropping > 0) {
            int dropped = (int) Math.min(dropping, in.readableBytes());
            in.skipBytes(dropped);
            dropping -= dropped;
        }
    }

    /** Hands out what is complete. Returns where the rest begins. */
    private int cut(byte[] bytes, int from, int to, Sink sink) {
        int at = from;
        while (!stopped && to - at >= Integer.BYTES) {
            int length = lengthAt(bytes, at);
            if (length < 1 || length > frameBytesMax) {
                throw new MalformedBytesException("A frame claims " + length + " bytes.");
            }
            if (to - at - Integer.BYTES < length) {
                break;
            }
            int offset = at + Integer.BYTES;
            at = offset + length;
            frames++;
            stopped = !sink.frame(bytes, offset, length);
        }
        return at;
    }

    private static int lengthAt(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 24
                | (bytes[at + 1] & 0xff) << 16
                | (bytes[at + 2] & 0xff) << 8
                | (bytes[at + 3] & 0xff);
    }

    /** Keeps what the shared buffer has of an unfinished frame. */
    private void begin(byte[] shared, int from, int to, Sink sink) {
        int length = to - from;
        if (mayHold(length)) {
            held = Arrays.copyOfRange(shared, from, to);
            start = 0;
            end = length;
        } else {
            refuse(shared, from, to, sink);
        }
    }

    /** Adds to what is kept, then hands out what is complete. */
    private void keep(ByteBuf in, Sink sink) {
        int more = in.readableBytes();
        if (held.length - end < more && !grow(more)) {
            more = Math.min(more, SMALL_BYTES - (end - start));
            if (more <= 0 || !grow(more)) {
                refuse(held, start, end, sink);
                release();
                return;
            }
        }
        in.readBytes(held, end, more);
        end += more;
        resumeHeld(sink);
    }

    @SuppressWarnings("ReferenceEquality") // whether it is the same array is what is asked
    private void resumeHeld(Sink sink) {
        byte[] kept = held;
        int rested = cut(kept, start, end, sink);
        if (held != kept) {
            return; // the connection was closed meanwhile
        }
        start = rested;
        if (start == end) {
            release();
        } else if (start > 0) {
            // What was complete is gone; the rest is small beside it.
            byte[] rest = Arrays.copyOfRange(held, start, end);
            release();
            charge(rest.length);
            held = rest;
            end = rest.length;
        }
    }

    /** Goes on after a frame at which the sink stopped. */
    public void resume(Sink sink) {
        stopped = false;
        if (end > start) {
            resumeHeld(sink);
        }
    }

    private boolean grow(int more) {
        int length = end - start;
        int needed = length + more;
        int whole =
                length >= Integer.BYTES ? Integer.BYTES + lengthAt(held, start) : Integer.MAX_VALUE;
        int size = Math.max(needed, (int) Math.min(whole, 2L * held.length));
        if (!mayHold(size)) {
            size = needed;
            if (!mayHold(size)) {
                return false;
            }
        }
        byte[] larger = new byte[size];
        System.arraycopy(held, start, larger, 0, length);
        release();
        held = larger;
        end = length;
        return true;
    }

    /** Takes memory for so much; what was read when the sink had stopped cannot be refused. */
    private boolean mayHold(int bytes) {
        LoopMemory budget = memory;
        if (budget == null) {
            return true;
        }
        if (!mayRefuse || stopped || bytes <= SMALL_BYTES) {
            budget.charge(bytes);
            return true;
        }
        return budget.reserve(bytes, Use.UNFINISHED);
    }

    private void charge(int bytes) {
        if (memory != null) {
            memory.charge(bytes);
        }
    }

    private void refuse(byte[] bytes, int from, int to, Sink sink) {
        int length = lengthAt(bytes, from);
        dropping = (long) Integer.BYTES + length - (to - from);
        frames++;
        sink.refused(bytes, from + Integer.BYTES, to - from - Integer.BYTES);
    }

    /** Forgets what is kept; at the end of a connection at the latest. */
    public void release() {
        if (memory != null && held.length > 0) {
            memory.release(held.length);
        }
        held = NOTHING;
        start = 0;
        end = 0;
    }

    /** Whether a frame has begun and not ended, and nobody but the sender is to blame. */
    public boolean isUnfinished() {
        return dropping > 0 || (end > start && !stopped);
    }

    /** How many frames have ended so far. */
    public long frames() {
        return frames;
    }
}
