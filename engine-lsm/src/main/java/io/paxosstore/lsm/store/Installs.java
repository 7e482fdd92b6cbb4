package io.paxosstore.lsm.store;

import io.paxosstore.core.Invariant;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The images being installed. Thread-safe: the marks' file, whose writing takes an fsync, has this
 * object's lock.
 *
 * <p>A mark in the file names pages that mean nothing, unless the entity's metadata names them:
 * then the install was finished and is durable. So marks need not be removed at once.
 */
final class Installs {
    private final Rocks rocks;
    private final LoadingMarks marks;

    /** The numbers of pages under way. */
    private final ConcurrentMap<EntityKey, Long> running = new ConcurrentHashMap<>();

    /** Installs that have ended, by the sequence number with which that becomes durable. */
    private final ConcurrentMap<EntityKey, Long> ended = new ConcurrentHashMap<>();

    Installs(Rocks rocks, LoadingMarks marks) {
        this.rocks = rocks;
        this.marks = marks;
    }

    /**
     * Removes the pages of installs that the run before did not finish.
     *
     * @return the least number that no mark names
     */
    synchronized long recover() {
        long unused = 1;
        if (marks.all().isEmpty()) {
            return unused;
        }
        Batch batch = rocks.batch();
        for (Map.Entry<EntityKey, Long> mark : marks.all().entrySet()) {
            long number = mark.getValue();
            unused = Math.max(unused, number + 1);
            byte[] bytes = rocks.get(Family.META, Keys.meta(mark.getKey()));
            if (bytes == null || EntityMeta.decode(bytes).number() != number) {
                batch.deleteData(number);
            }
        }
        rocks.write(batch);
        // The pages must be gone for good before the file forgets their number.
        rocks.flush();
        marks.all().clear();
        marks.write();
        return unused;
    }

    /** Marks an entity's pages, durably. */
    void begin(EntityKey entity, long number) {
        Long earlier = running.get(entity);
        if (earlier != null) {
            Batch batch = rocks.batch();
            batch.deleteData(earlier);
            rocks.write(batch);
        }
        synchronized (this) {
            if (earlier != null || ended.containsKey(entity)) {
                // This mark takes the place of one that a crash would still need.
                rocks.flush();
                ended.remove(entity);
            }
            marks.set(entity, number);
        }
        running.put(entity, number);
    }

    /** The number of an entity's pages under way; null if there are none. */
    @Nullable Long running(EntityKey entity) {
        return running.get(entity);
    }

    boolean isCurrent(EntityKey entity, long number) {
        Long current = running.get(entity);
        return current != null && current == number;
    }

    void checkCurrent(EntityKey entity, long number) {
        Invariant.check(isCurrent(entity, number), "an install goes on after it was given up");
    }

    /** An install was finished or given up; that is durable with the sequence number. */
    void ended(EntityKey entity, long sequence) {
        if (running.remove(entity) != null) {
            ended.put(entity, sequence);
        }
    }

    /** Everything up to this sequence number is durable: marks of what has ended may go. */
    void durable(long sequence) {
        if (ended.isEmpty()) {
            return;
        }
        synchronized (this) {
            ended.entrySet()
                    .removeIf(one -> {
                        boolean durable = one.getValue() <= sequence;
                        if (durable) {
                            // The file follows with the next mark.
                            marks.all().remove(one.getKey());
                        }
                        return durable;
                    });
        }
    }
}
