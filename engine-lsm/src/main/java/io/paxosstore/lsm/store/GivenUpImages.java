package io.paxosstore.lsm.store;

import io.paxosstore.lsm.store.EntityLocks.EntityLock;
import io.paxosstore.protocol.key.EntityKey;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Images of which some pages are written and which nobody goes on with. Their pages are removed at
 * once, or later, if there is no room on the disk to say so: it may be what they wait for. A start
 * does it, too ({@link Installs#recover}). Thread-safe.
 */
final class GivenUpImages {
    private final Rocks rocks;
    private final EntityLocks locks;
    private final Commits commits;
    private final Installs installs;

    /** The numbers of their pages. */
    private final Map<EntityKey, Long> numbers = new ConcurrentHashMap<>();

    GivenUpImages(Rocks rocks, EntityLocks locks, Commits commits, Installs installs) {
        this.rocks = rocks;
        this.locks = locks;
        this.commits = commits;
        this.installs = installs;
    }

    /**
     * Gives up pages that are under way, or were.
     *
     * @throws NoRoomException if the disk is full: {@link #removeAll} is to follow
     */
    void giveUp(EntityKey entity, long number) {
        numbers.put(entity, number);
        remove(entity, number);
    }

    /** Removes what could not be removed before. */
    void removeAll() {
        numbers.forEach(this::remove);
    }

    private void remove(EntityKey entity, long number) {
        try (EntityLock _ = locks.hold(entity)) {
            if (commits.isClosed()) {
                return;
            }
            if (installs.isCurrent(entity, number)) {
                Batch batch = rocks.batch();
                batch.deleteData(number);
                installs.ended(entity, commits.write(batch));
            }
            numbers.remove(entity, number);
        }
    }
}
