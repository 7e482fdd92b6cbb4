package io.paxosstore.node.host;

import io.paxosstore.protocol.key.EntityKey;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The entities that the engine has found damaged and that were not loaded since. On the shard's
 * loop only, but for {@link #add}.
 *
 * <p>While everything is amnesiac, the engine's answer does not say whether an entity was not
 * rebuilt yet, or was, and voted, and was damaged then; only in the second case a later incarnation
 * must begin (Rule A3).
 */
final class FoundDamaged {
    /** Most that are kept by name as they are found. */
    static final int NAMES_MAX = 4096;

    private final Set<EntityKey> names = ConcurrentHashMap.newKeySet();

    /** Those that may be damaged without a name, since they vote in the life that began last. */
    private Set<EntityKey> voting = new HashSet<>();

    private volatile boolean isOverfull;

    /** An entity is found damaged; from any thread. */
    void add(EntityKey key) {
        if (names.size() < NAMES_MAX) {
            names.add(key);
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
     * @param inMemory the entities in memory that are not amnesiac; kept
     */
    void begunAnew(Set<EntityKey> inMemory) {
        isOverfull = false;
        voting = inMemory;
    }

    /** Whether an entity may be one of them; it is none from now on. */
    boolean take(EntityKey key) {
        boolean isNamed = names.remove(key);
        return voting.remove(key) || isNamed || isOverfull;
    }
}
