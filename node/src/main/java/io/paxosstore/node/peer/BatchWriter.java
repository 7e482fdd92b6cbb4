package io.paxosstore.node.peer;

import io.paxosstore.core.Message;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.key.EntityKey;

/** Gathers messages into BATCH frames, several when they are large. Not thread-safe. */
final class BatchWriter {
    /** A frame that has grown so large is closed and another begun. */
    private static final int FRAME_BYTES_TARGET = 256 * 1024;

    private static final int INITIAL_BYTES = 64 * 1024;
    private final ByteWriter out = new ByteWriter(INITIAL_BYTES);
    private int frameStart;
    private int countPosition;
    private int frameMessages;
    private int frames;

    boolean isEmpty() {
        return out.size() == 0;
    }

    /** Bytes gathered so far. */
    int size() {
        return out.size();
    }

    /** Frames gathered so far. */
    int frames() {
        return frames;
    }

    void add(int epoch, EntityKey key, Message message) {
        if (frameMessages == 0) {
            frameStart = out.size();
            countPosition = PeerFrames.beginBatch(out).size();
            out.putInt(0);
            frames++;
        }
        PeerCodec.write(out, epoch, key, message);
        frameMessages++;
        if (out.size() - frameStart > FRAME_BYTES_TARGET) {
            closeFrame();
        }
    }

    /** Closes the last frame; the bytes are then ready in {@link #array}. */
    void finish() {
        if (frameMessages > 0) {
            closeFrame();
        }
    }

    byte[] array() {
        return out.array();
    }

    void clear() {
        out.clear();
        frameMessages = 0;
        frames = 0;
    }

    /** The checksum is filled in when the frame gets its numbers. */
    private void closeFrame() {
        out.putInt(0);
        out.putIntAt(frameStart, out.size() - frameStart - Integer.BYTES);
        out.putIntAt(countPosition, frameMessages);
        frameMessages = 0;
    }
}
