package io.paxosstore.lsm.entity;

import io.paxosstore.protocol.key.EntityKey;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Entities whose data lacks entries that the core takes for applied, because the disk was full when
 * they were to be: the journal has the entries, and until they are applied nobody may read the data
 * as if it were current. Bounded by the entities in use, because a node without room takes nothing
 * in. For the shard's thread, but for {@link #isEmpty}.
 */
final class Outstanding {
    private final Map<EntityKey, Long> versions = new HashMap<>();

    // Read by the background thread, which wakes the shard when there is room.
    private volatile boolean empty = true;

    /** The data should be at this version. */
    void add(EntityKey key, long version) {
        versions.merge(key, version, Math::max);
        empty = false;
    }

    /** The version that the data should have; 0 if it has it. */
    long version(EntityKey key) {
        return versions.isEmpty() ? 0 : versions.getOrDefault(key, 0L);
    }

    /** The data is at this version. */
    void reached(EntityKey key, long version) {
        if (version >= version(key)) {
            remove(key);
        }
    }

    /** Forgets an entity. */
    void remove(EntityKey key) {
        if (!versions.isEmpty()) {
            versions.remove(key);
            empty = versions.isEmpty();
        }
    }

    /** Whether nothing is lacking; any thread. */
    boolean isEmpty() {
        return empty;
    }

    /** All of them, at this moment. */
    List<EntityKey> entities() {
        return List.copyOf(versions.keySet());
    }
}
