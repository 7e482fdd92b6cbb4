package io.paxosstore.bench.proxy;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/**
 * Follows the frames of the peer protocol (docs/peer-protocol.md) in the bytes of one direction of
 * one connection, and loses, doubles or swaps whole frames when the link says so. Only a BATCH that
 * carries messages is touched: a stream without its handshake or its signs of life would be a
 * broken connection, which is another fault. While the link wants nothing, bytes pass as they come,
 * whether the frame is complete or not. A frame that waits to be swapped waits for the next one, at
 * the latest a heartbeat. Used by one thread.
 */
final class FrameFilter {
    private static final int TYPE_BATCH = 4;

    /** Where a BATCH has the count of its messages: behind two numbers. */
    private static final int COUNT_AT = Integer.BYTES + 1 + 2 * Integer.BYTES;

    private static final int FRAME_BYTES_MAX = 64 << 20;

    private final Link link;
    private final ByteArrayOutputStream passing = new ByteArrayOutputStream();
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private byte @Nullable [] late;
    private int headerBytes;
    private int bodyBytes;
    private boolean isHeld;

    /** Whether a length made no sense: this is no peer protocol, and everything passes. */
    private boolean isForeign;

    FrameFilter(Link link) {
        this.link = link;
    }

    /**
     * Takes bytes as they were read.
     *
     * @return what goes on now, in a new array; empty for nothing
     */
    byte[] pass(byte[] buffer, int count) {
        int at = 0;
        while (at < count) {
            if (isForeign) {
                passing.write(buffer, at, count - at);
                break;
            }
            if (headerBytes == 0) {
                isHeld = late != null || link.altersFrames();
            }
            int step = 1;
            if (headerBytes < Integer.BYTES) {
                bodyBytes = (bodyBytes << Byte.SIZE) | (buffer[at] & 0xFF);
                headerBytes++;
            } else {
                step = Math.min(bodyBytes, count - at);
                bodyBytes -= step;
            }
            (isHeld ? held : passing).write(buffer, at, step);
            at += step;
            if (headerBytes == Integer.BYTES) {
                afterHeader();
            }
        }
        return take(passing);
    }

    private void afterHeader() {
        if (bodyBytes < 0 || bodyBytes > FRAME_BYTES_MAX) {
            isForeign = true;
            release();
        } else if (bodyBytes == 0) {
            if (isHeld) {
                decide(take(held));
            }
            headerBytes = 0;
        }
    }

    /** What has been held back when the stream ends; empty for nothing. */
    byte[] rest() {
        release();
        return take(passing);
    }

    private void release() {
        passLate();
        passing.writeBytes(take(held));
    }

    private void decide(byte[] frame) {
        if (late != null) {
            passing.writeBytes(frame);
            passLate();
            return;
        }
        switch (hasMessages(frame) ? link.nextFrameFault() : FrameFault.NONE) {
            case NONE -> passing.writeBytes(frame);
            case LOSE -> {}
            case DOUBLE -> {
                passing.writeBytes(frame);
                passing.writeBytes(frame);
            }
            case SWAP -> late = frame;
        }
    }

    private void passLate() {
        if (late != null) {
            passing.writeBytes(late);
            late = null;
        }
    }

    private static byte[] take(ByteArrayOutputStream gathered) {
        byte[] bytes = gathered.toByteArray();
        gathered.reset();
        return bytes;
    }

    private static boolean hasMessages(byte[] frame) {
        return frame.length >= COUNT_AT + Integer.BYTES
                && frame[Integer.BYTES] == TYPE_BATCH
                && ByteBuffer.wrap(frame).getInt(COUNT_AT) != 0;
    }
}
