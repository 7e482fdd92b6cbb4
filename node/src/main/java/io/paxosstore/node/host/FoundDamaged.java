package io.paxosstore.node.host;

import io.paxosstore.protocol.key.EntityKey;

import java.util.Collection;
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
    /** Most that are kept by name as they are found. */
    static final int NAMES_MAX = 4096;

    private final Set<EntityKey> keys = ConcurrentHashMap.newKeySet();
    private volatile boolean isOverfull;

    void add(EntityKey key) {
        if (keys.size() < NAMES_MAX) {
            keys.add(key);
        } else {
            isOverfull = true;
        }
    }

    /** Whether there are more than can be named: every entity may be one of them. */
    boolean isOverfull() {
        return isOverfull;
    }

    /**
     * A later incarnation has begun. Of those that could not be named, only entities in memory can
     * vote under it on what their records have lost; the others have voted under earlier ones, and
     * nothing more is to be done about them. Without this a store that is being rebuilt would begin
     * a new life for every entity that was not rebuilt yet, and have its connections closed again
     * and again.
     *
     * @param voting the entities in memory that are not amnesiac
     */
    void begunAnew(Collection<EntityKey> voting) {
        isOverfull = false;
        keys.addAll(voting);
    }

    /** Whether an entity may be one of them; it is none from now on. */
    boolean take(EntityKey key) {
        return keys.remove(key) || isOverfull;
    }
}
