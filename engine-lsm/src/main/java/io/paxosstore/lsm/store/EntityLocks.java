package io.paxosstore.lsm.store;

import io.paxosstore.protocol.key.EntityKey;

import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Locks for what reads an entity and changes it by what it has read: entries, images, merges of
 * tables, the purge. Entities are spread over them by their hash, so that two that are changed at
 * the same time seldom share one.
 *
 * <p>Whoever holds one takes no other of them, but for those who write many entities at once: they
 * hold none before, and take theirs in one order ({@link #holding}). So nobody waits for anybody
 * who waits for him.
 */
final class EntityLocks {
    /** A power of two; many times as many as threads that change entities. */
    static final int COUNT = 256;

    private final EntityLock[] locks = new EntityLock[COUNT];

    EntityLocks() {
        Arrays.setAll(locks, i -> new EntityLock());
    }

    /**
     * One of the locks, which its holder may take again. No monitor: the JVM keeps eight of these
     * in a thread's own memory, and a write of many entities holds more.
     */
    static final class EntityLock implements AutoCloseable {
        private final ReentrantLock lock = new ReentrantLock();

        /** Gives it back. */
        @Override
        public void close() {
            lock.unlock();
        }
    }

    /** Takes the lock to be held while this entity is changed. Close it. */
    EntityLock hold(EntityKey entity) {
        return hold(index(entity));
    }

    private EntityLock hold(int index) {
        EntityLock one = locks[index];
        one.lock.lock();
        return one;
    }

    /** Which of the locks it is. */
    static int index(EntityKey entity) {
        // Not by the slot, which chooses the shard: so each shard's are spread over all locks.
        return (int) entity.hash() & COUNT - 1;
    }

    /**
     * Does something while those entities are not changed whose locks these are. Call with none of
     * them held.
     *
     * @param indexes as {@link #index} gives them
     */
    <T> T holding(BitSet indexes, Supplier<T> action) {
        int held = -1;
        try {
            for (int i = indexes.nextSetBit(0); i >= 0; i = indexes.nextSetBit(i + 1)) {
                hold(i);
                held = i;
            }
            return action.get();
        } finally {
            for (int i = indexes.previousSetBit(held); i >= 0; i = indexes.previousSetBit(i - 1)) {
                locks[i].close();
            }
        }
    }

    /** Does something while no entity is changed. */
    <T> T holdingAll(Supplier<T> action) {
        BitSet all = new BitSet(COUNT);
        all.set(0, COUNT);
        return holding(all, action);
    }
}
