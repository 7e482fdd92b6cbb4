package io.paxosstore.protocol.range;

import io.paxosstore.protocol.key.EntityKey;

import java.util.Iterator;
import java.util.LinkedHashMap;

/**
 * The last version told of each key, of those for which no stream is waited any more. A stream that
 * nobody waits for may still tell them: that of a node which votes no longer, or only now. What was
 * told longest ago is forgotten. Not thread-safe.
 */
final class LastTold {
    /** What was told longest ago first. */
    private final LinkedHashMap<EntityKey, Long> versions = new LinkedHashMap<>();

    private boolean hasForgotten;

    void put(EntityKey key, long version) {
        versions.put(key, version);
    }

    /** A later version of it is told, and remembered elsewhere. */
    void remove(EntityKey key) {
        versions.remove(key);
    }

    /** Whether it is known that this version, or a later one, was told. */
    boolean has(EntityKey key, long version) {
        Long last = versions.get(key);
        return last != null && version <= last;
    }

    /** Whether something of the key may have been told that is forgotten. */
    boolean mayHaveForgotten(EntityKey key) {
        return hasForgotten && !versions.containsKey(key);
    }

    /** Forgets until no more than this many are left. */
    void limit(int keysMax) {
        Iterator<EntityKey> oldest = versions.keySet().iterator();
        while (versions.size() > keysMax) {
            oldest.next();
            oldest.remove();
            hasForgotten = true;
        }
    }

    /** What was told does not matter any more. */
    void clear() {
        versions.clear();
        hasForgotten = false;
    }
}
