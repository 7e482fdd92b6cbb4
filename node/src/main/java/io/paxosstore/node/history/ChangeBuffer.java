package io.paxosstore.node.history;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/** Changes that wait in memory, and are lost with the process. Thread-safe. */
public final class ChangeBuffer implements ShardChanges {
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

    @Override
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

    @Override
    public synchronized @Nullable ByteBuffer take(ByteBuffer spare) {
        if (filling.position() == 0) {
            return null;
        }
        ByteBuffer taken = filling.flip();
        filling = spare.clear();
        return taken;
    }

    @Override
    public void kept() {}

    @Override
    public synchronized boolean isEmpty() {
        return filling.position() == 0;
    }

    @Override
    public synchronized long dropped() {
        return dropped;
    }
}
