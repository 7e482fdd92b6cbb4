package io.paxosstore.node.watch;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ChangedObjects;

import org.jspecify.annotations.Nullable;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the latest entries of a shard's entities did, whether anybody watches them or not, so that
 * who comes back after a moment misses nothing. Bounded in bytes; the oldest go first. For the
 * shard's thread.
 */
final class WatchHistory {
    /** About what an entry costs beside its key and its names. */
    private static final int ENTRY_BYTES = 160;

    private static final int OBJECT_BYTES = 80;

    private record Place(EntityKey key, long entry) {}

    private final Map<Place, ChangedObjects> entries = new LinkedHashMap<>();
    private final long bytesMax;
    private long bytes;

    WatchHistory(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Remembers an entry. */
    void add(EntityKey key, long entry, ChangedObjects changes) {
        if (entries.putIfAbsent(new Place(key, entry), changes) != null) {
            return;
        }
        bytes += bytesOf(key, changes);
        Iterator<Map.Entry<Place, ChangedObjects>> oldest = entries.entrySet().iterator();
        while (bytes > bytesMax && oldest.hasNext()) {
            Map.Entry<Place, ChangedObjects> gone = oldest.next();
            bytes -= bytesOf(gone.getKey().key(), gone.getValue());
            oldest.remove();
        }
    }

    /** What an entry did; null if that is not remembered. */
    @Nullable ChangedObjects get(EntityKey key, long entry) {
        return entries.get(new Place(key, entry));
    }

    private static long bytesOf(EntityKey key, ChangedObjects changes) {
        long sum = (long) ENTRY_BYTES + key.key().length;
        for (int i = 0; i < changes.objects().size(); i++) {
            sum += OBJECT_BYTES + changes.objects().get(i).name().length();
        }
        return sum;
    }
}
