package io.paxosstore.lsm.store;

import io.paxosstore.core.EntityKey;
import io.paxosstore.core.Invariant;

import org.rocksdb.WriteBatch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The images being installed. Thread-safe: the marks' file, whose writing takes an fsync, has this
 * object's lock; what every apply asks for is in concurrent maps.
 *
 * <p>A mark in the file means: no usable data, unless the entity's metadata names the mark's
 * number; then the install was finished and is durable. So marks need not be removed at once.
 */
final class Installs {
    /** Number of a mark that has no pages. */
    private static final long NO_PAGES = 0;

    private final Rocks rocks;
    private final LoadingMarks marks;

    /** Entities without usable data, with the number of the pages there are. */
    private final ConcurrentMap<EntityKey, Long> loading = new ConcurrentHashMap<>();

    /** Finished installs, by the sequence number with which they become durable. */
    private final ConcurrentMap<EntityKey, Long> finished = new ConcurrentHashMap<>();

    Installs(Rocks rocks, LoadingMarks marks) {
        this.rocks = rocks;
        this.marks = marks;
    }

    /**
     * Takes over the marks of the run before, and removes pages of installs it did not finish.
     *
     * @return the least number that no mark names
     */
    synchronized long recover() {
        long unused = 1;
        Map<EntityKey, Long> before = new HashMap<>(marks.all());
        try (WriteBatch batch = new WriteBatch()) {
            for (Map.Entry<EntityKey, Long> mark : before.entrySet()) {
                EntityKey entity = mark.getKey();
                long number = mark.getValue();
                unused = Math.max(unused, number + 1);
                byte[] bytes = rocks.get(Family.META, Keys.meta(entity));
                if (bytes != null
                        && number != NO_PAGES
                        && EntityMeta.decode(bytes).number() == number) {
                    marks.all().remove(entity);
                } else {
                    rocks.deleteData(batch, number);
                    marks.all().put(entity, NO_PAGES);
                    loading.put(entity, NO_PAGES);
                }
            }
            if (!before.equals(marks.all())) {
                rocks.write(batch);
                // The pages must be gone for good before the file forgets their number.
                rocks.flush();
                marks.write();
            }
        }
        return unused;
    }

    boolean isLoading(EntityKey entity) {
        return loading.containsKey(entity);
    }

    List<EntityKey> loading() {
        return new ArrayList<>(loading.keySet());
    }

    /** Marks an entity, durably; returns whether it had usable data. */
    boolean begin(EntityKey entity, long number) {
        Long earlier = loading.put(entity, number);
        if (earlier != null) {
            deletePages(earlier);
        }
        finished.remove(entity);
        synchronized (this) {
            marks.set(entity, number);
        }
        return earlier == null;
    }

    private void deletePages(long number) {
        if (number != NO_PAGES) {
            try (WriteBatch batch = new WriteBatch()) {
                rocks.deleteData(batch, number);
                rocks.write(batch);
            }
        }
    }

    boolean isCurrent(EntityKey entity, long number) {
        Long current = loading.get(entity);
        return current != null && current == number;
    }

    void checkCurrent(EntityKey entity, long number) {
        Invariant.check(isCurrent(entity, number), "an install goes on after it was given up");
    }

    /** The image counts from here on; it is durable with the sequence number. */
    void finished(EntityKey entity, long sequence) {
        finished.put(entity, sequence);
        loading.remove(entity);
    }

    /** Gives an install up; what the entity had before counts again, if it had anything usable. */
    synchronized void aborted(EntityKey entity, long number, boolean hadData) {
        if (hadData) {
            forget(entity);
        } else {
            deletePages(number);
            loading.put(entity, NO_PAGES);
            marks.set(entity, NO_PAGES);
        }
    }

    /** Forgets an entity: its mark, durably, and the pages of an install under way. */
    synchronized void forget(EntityKey entity) {
        Long pages = loading.get(entity);
        if (pages != null) {
            deletePages(pages);
        }
        boolean marked = marks.all().remove(entity) != null;
        if (marked) {
            marks.write();
        }
        loading.remove(entity);
        finished.remove(entity);
    }

    /** Everything up to this sequence number is durable: marks of what was finished may go. */
    void durable(long sequence) {
        if (finished.isEmpty()) {
            return;
        }
        synchronized (this) {
            finished.entrySet()
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
