package io.paxosstore.server.history;

import io.paxosstore.node.history.MemoryMedium;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.TreeMap;

/** The latest batches in memory, for a node that keeps no history on its disk. For one thread. */
final class MemoryBatches implements HistoryMedium {
    private final long bytesMax;
    private final TreeMap<Long, ByteBuffer> batches = new TreeMap<>();
    private final MemoryMedium medium = new MemoryMedium(batches);
    private long newest = NOWHERE;
    private long bytes;

    /**
     * @param bytesMax most bytes of them, but for the newest one
     */
    MemoryBatches(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    @Override
    public long append(ByteBuffer batch) {
        ByteBuffer copy = ByteBuffer.allocate(batch.remaining()).put(batch.duplicate()).flip();
        newest++;
        batches.put(newest, copy);
        bytes += copy.remaining();
        while (bytes > bytesMax && batches.size() > 1) {
            bytes -= batches.pollFirstEntry().getValue().remaining();
        }
        return newest;
    }

    @Override
    public long oldestPlace() {
        return batches.isEmpty() ? NOWHERE : batches.firstKey();
    }

    @Override
    public long newestPlace() {
        return newest;
    }

    @Override
    public void filesHaveGone() {}

    @Override
    public @Nullable Batch newest() {
        return medium.newest();
    }

    @Override
    public @Nullable Batch before(long place) {
        return medium.before(place);
    }

    @Override
    public @Nullable Batch from(long place) {
        return medium.from(place);
    }

    @Override
    public void close() {}
}
