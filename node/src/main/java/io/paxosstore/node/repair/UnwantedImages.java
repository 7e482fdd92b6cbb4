package io.paxosstore.node.repair;

import io.paxosstore.protocol.key.EntityKey;

import java.util.HashMap;
import java.util.Map;

/**
 * What other nodes did not want just now, since they get it from somebody else. Whoever waits for
 * an entity asks every few milliseconds, and everybody: to read each time what is not wanted would
 * cost more than the image itself. On the shard's loop only.
 */
final class UnwantedImages {
    /** For so long nothing of the entity is given to the node. */
    private static final long REST_NANOS = 1_000_000_000L;

    private record Place(int nodeId, EntityKey key) {}

    private final Map<Place, Long> since = new HashMap<>();

    /** A node does not want an entity's image. */
    void add(int nodeId, EntityKey key, long nowNanos) {
        since.put(new Place(nodeId, key), nowNanos);
    }

    boolean contains(int nodeId, EntityKey key, long nowNanos) {
        Long began = since.isEmpty() ? null : since.get(new Place(nodeId, key));
        return began != null && nowNanos - began <= REST_NANOS;
    }

    /** Forgets what was long ago. */
    void tick(long nowNanos) {
        since.values().removeIf(began -> nowNanos - began > REST_NANOS);
    }
}
