package io.paxosstore.node.history;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Batches in memory, as the simulator has them. Not thread-safe.
 *
 * @param batches by their places; may change between two calls
 */
public record MemoryMedium(NavigableMap<Long, ByteBuffer> batches) implements ChangeMedium {
    @Override
    public long oldestPlace() {
        return batches.isEmpty() ? NOWHERE : batches.firstKey();
    }

    @Override
    public long newestPlace() {
        return batches.isEmpty() ? NOWHERE : batches.lastKey();
    }

    @Override
    public @Nullable Batch newest() {
        return batch(batches.lastEntry());
    }

    @Override
    public @Nullable Batch before(long place) {
        return batch(batches.lowerEntry(place));
    }

    @Override
    public @Nullable Batch from(long place) {
        return batch(batches.ceilingEntry(place));
    }

    private static @Nullable Batch batch(Map.@Nullable Entry<Long, ByteBuffer> entry) {
        return entry == null ? null : new Batch(entry.getKey(), entry.getValue());
    }
}
