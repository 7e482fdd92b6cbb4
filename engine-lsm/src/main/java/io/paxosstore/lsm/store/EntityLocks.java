package io.paxosstore.lsm.store;

import io.paxosstore.protocol.key.EntityKey;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Locks for what reads an entity and changes it by what it has read: entries, images, merges of
 * tables, the purge. Entities are spread over them by their hash, so that two that are changed at
 * the same time seldom share one. Whoever holds one takes no other of them.
 */
final class EntityLocks {
    /** A power of two; many times as many as threads that change entities. */
    static final int COUNT = 256;

    private final Object[] locks = new Object[COUNT];

    EntityLocks() {
        Arrays.setAll(locks, i -> new Object());
    }

    /** What to synchronize on while this entity is changed. */
    Object of(EntityKey entity) {
        return locks[index(entity)];
    }

    /** Which of the locks it is. */
    static int index(EntityKey entity) {
        // The upper bits choose the shard: these spread the entities of each over all locks.
        return (int) entity.hash() & COUNT - 1;
    }

    /** Does something while no entity is changed. */
    boolean holdingAll(BooleanSupplier action) {
        return holdingFrom(0, action);
    }

    private boolean holdingFrom(int first, BooleanSupplier action) {
        if (first == COUNT) {
            return action.getAsBoolean();
        }
        synchronized (locks[first]) {
            return holdingFrom(first + 1, action);
        }
    }
}
