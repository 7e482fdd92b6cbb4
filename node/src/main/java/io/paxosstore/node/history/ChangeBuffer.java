package io.paxosstore.node.history;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/**
 * Changes on their way from a shard's loop to who keeps them. Bounded: what does not fit is dropped
 * and counted, since no shard waits for its history. Thread-safe.
 */
public final class ChangeBuffer {
    private final int bytesMax;
    private ByteBuffer filling;
    private long dropped;

    /**
     * @param bytesMax most bytes that wait
     */
    public ChangeBuffer(int bytesMax) {
        this.bytesMax = bytesMax;
        this.filling = ByteBuffer.allocate(Math.min(bytesMax, 1 << 12));
    }

    /** Adds a change that lies somewhere, see {@link ChangeFormat}. */
    public synchronized void add(ByteBuffer from, int at, int length) {
        int bytes = ChangeBatches.LENGTH_BYTES + length;
        if (bytes > filling.remaining() && !grow(bytes)) {
            dropped++;
            return;
        }
        filling.putInt(length);
        filling.put(filling.position(), from, at, length);
        filling.position(filling.position() + length);
    }

    private boolean grow(int bytes) {
        int needed = filling.position() + bytes;
        if (needed > bytesMax) {
            return false;
        }
        int larger = (int) Math.min(bytesMax, Math.max(needed, 2L * filling.capacity()));
        filling = ByteBuffer.allocate(larger).put(filling.flip());
        return true;
    }

    /**
     * Takes all that waits, as a batch; null if nothing does.
     *
     * @param spare an empty buffer that is filled from now on; grows if need be
     */
    public synchronized @Nullable ByteBuffer take(ByteBuffer spare) {
        if (filling.position() == 0) {
            return null;
        }
        ByteBuffer taken = filling.flip();
        filling = spare.clear();
        return taken;
    }

    /** Whether nothing waits. */
    public synchronized boolean isEmpty() {
        return filling.position() == 0;
    }

    /** How many changes did not fit, ever. */
    public synchronized long dropped() {
        return dropped;
    }
}
