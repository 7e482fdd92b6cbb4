package io.paxosstore.node.host;

import io.paxosstore.protocol.key.EntityKey;

import java.util.LinkedHashSet;

/**
 * The entities for whose amnesia a later incarnation has begun, and that have not voted since: they
 * may leave memory and come back, as those do that cannot be rebuilt while a voter is away, and
 * that is no news (Rule A3). On the shard's loop only.
 */
final class KnownAmnesia {
    /** Most that are known; of the oldest one it is news when it comes back. */
    static final int ENTITIES_MAX = 4096;

    private final LinkedHashSet<EntityKey> keys = new LinkedHashSet<>();

    /** The later incarnation has begun. */
    void begun(EntityKey key) {
        keys.add(key);
        if (keys.size() > ENTITIES_MAX) {
            keys.removeFirst();
        }
    }

    /** It may vote from now on, or has forgotten once more. */
    void ended(EntityKey key) {
        if (!keys.isEmpty()) {
            keys.remove(key);
        }
    }

    /** Whether it is known that an entity is amnesiac. */
    boolean is(EntityKey key) {
        return keys.contains(key);
    }
}
