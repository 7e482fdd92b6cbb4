package io.paxosstore.log.segment;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.BitSet;

/**
 * Reads a segment of which the disk does not give every block (Rule D5). Such a block is taken for
 * zeros, with which no checksum agrees, and remembered; it is not asked for again. Not thread-safe.
 */
final class UnreadableBlocks {
    /** What the system reads, or fails to read, as a whole. */
    private static final int BLOCK_BYTES = 4096;

    private static final Logger LOG = LoggerFactory.getLogger(UnreadableBlocks.class);

    private final Segment segment;
    private final BitSet unreadable = new BitSet();

    UnreadableBlocks(Segment segment) {
        this.segment = segment;
    }

    /**
     * Fills the rest of the buffer.
     *
     * @return false if the file ends before
     * @throws ClosedChannelException if the segment was closed: that says nothing of the disk
     */
    boolean fill(ByteBuffer target, long position) throws IOException {
        int from = (int) position;
        int to = from + target.remaining();
        if (firstUnreadable(from, to) == to) {
            int start = target.position();
            try {
                return segment.handle().fill(target, position);
            } catch (ClosedChannelException e) {
                throw e;
            } catch (IOException e) {
                LOG.error("storage.unreadable segment={} offset={}", segment.file(), from, e);
                target.position(start);
            }
        }
        int at = from;
        while (at < to) {
            int next = Math.min(to, (at / BLOCK_BYTES + 1) * BLOCK_BYTES);
            byte[] block = new byte[next - at];
            if (unreadable.get(at / BLOCK_BYTES) || !isGiven(block, at)) {
                unreadable.set(at / BLOCK_BYTES);
                block = new byte[next - at];
            }
            target.put(block);
            at = next;
        }
        return true;
    }

    private boolean isGiven(byte[] block, int at) throws ClosedChannelException {
        try {
            return segment.handle().fill(ByteBuffer.wrap(block), at);
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            return false; // told of already, with the whole that it is part of
        }
    }

    /** Where the first byte lies that was asked for in vain; {@code to} if there is none. */
    int firstUnreadable(int from, int to) {
        int block = unreadable.nextSetBit(from / BLOCK_BYTES);
        return block < 0 ? to : Math.clamp((long) block * BLOCK_BYTES, from, to);
    }

    /** Where the first byte lies that was not asked for in vain; {@code to} if there is none. */
    int firstReadable(int from, int to) {
        int block = unreadable.nextClearBit(from / BLOCK_BYTES);
        return Math.clamp((long) block * BLOCK_BYTES, from, to);
    }
}
