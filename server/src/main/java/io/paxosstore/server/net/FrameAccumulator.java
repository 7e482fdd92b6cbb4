package io.paxosstore.server.net;

import io.netty.buffer.ByteBuf;

import java.util.Arrays;

/**
 * Cuts a byte stream into frames: a length of four bytes, big-endian, then as many bytes. One copy
 * per read, from the socket's buffer into an array of its own; frames are handed out in place. Not
 * thread-safe.
 */
public final class FrameAccumulator {
    /** Takes the frames. */
    @FunctionalInterface
    public interface Sink {
        /**
         * Takes one frame without its length.
         *
         * @param bytes holds the frame; valid during the call only
         * @return whether to go on; false leaves the rest unread for good
         */
        boolean frame(byte[] bytes, int offset, int length) throws MalformedFrameException;
    }

    private static final int INITIAL_BYTES = 16 * 1024;
    private static final int RETAINED_BYTES_MAX = 1 << 20;

    private byte[] bytes = new byte[INITIAL_BYTES];
    private int start;
    private int end;
    private int frameBytesMax;

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

    /** Takes the readable bytes of a buffer and hands out the frames that are complete. */
    public void read(ByteBuf in, Sink sink) throws MalformedFrameException {
        int more = in.readableBytes();
        makeRoom(more);
        in.readBytes(bytes, end, more);
        end += more;
        while (end - start >= Integer.BYTES) {
            int length =
                    (bytes[start] & 0xff) << 24
                            | (bytes[start + 1] & 0xff) << 16
                            | (bytes[start + 2] & 0xff) << 8
                            | (bytes[start + 3] & 0xff);
            if (length < 1 || length > frameBytesMax) {
                throw new MalformedFrameException("a frame claims " + length + " bytes");
            }
            if (end - start - Integer.BYTES < length) {
                break;
            }
            int offset = start + Integer.BYTES;
            start = offset + length;
            if (!sink.frame(bytes, offset, length)) {
                return;
            }
        }
        if (start == end) {
            start = 0;
            end = 0;
            if (bytes.length > RETAINED_BYTES_MAX) {
                bytes = new byte[INITIAL_BYTES];
            }
        }
    }

    private void makeRoom(int more) {
        if (bytes.length - end >= more) {
            return;
        }
        int held = end - start;
        if (bytes.length - held >= more && start > 0) {
            System.arraycopy(bytes, start, bytes, 0, held);
        } else {
            byte[] larger = new byte[Math.max(bytes.length * 2, held + more)];
            System.arraycopy(bytes, start, larger, 0, held);
            bytes = larger;
        }
        start = 0;
        end = held;
    }

    /** What was received after the last frame that was handed out. */
    public byte[] rest() {
        return Arrays.copyOfRange(bytes, start, end);
    }
}
