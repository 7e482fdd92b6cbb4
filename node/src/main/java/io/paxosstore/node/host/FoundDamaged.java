package io.paxosstore.node.host;

import io.paxosstore.protocol.key.EntityKey;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The entities that the engine has found damaged and that were not loaded since. Thread-safe.
 *
 * <p>While everything is amnesiac, the engine's answer does not say whether an entity was not
 * rebuilt yet, or was, and voted, and was damaged then; only in the second case a later incarnation
 * must begin (Rule A3).
 */
final class FoundDamaged {
    private static final int MAX = 4096;

    private final Set<EntityKey> keys = ConcurrentHashMap.newKeySet();
    private volatile boolean isOverfull;

    void add(EntityKey key) {
        if (keys.size() < MAX) {
            keys.add(key);
        } else {
            isOverfull = true;
        }
    }

    /** Whether an entity may be one of them; it is none from now on. */
    boolean take(EntityKey key) {
        return keys.remove(key) || isOverfull;
    }
}
