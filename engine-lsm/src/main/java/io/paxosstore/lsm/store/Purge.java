package io.paxosstore.lsm.store;

import io.paxosstore.log.DueObject;
import io.paxosstore.lsm.model.KeyLayout;
import io.paxosstore.lsm.model.ObjectHeader;
import io.paxosstore.lsm.store.EntityLocks.EntityLock;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Removes what is past its deadline, in the order of the deadlines. A compaction filter would do it
 * in passing, but RocksDB's Java interface cannot express one: a filter is native code there. Not
 * thread-safe, but for those who change entities meanwhile: what is past goes with its entity's
 * lock held, in a batch of its own. The shard's loop may wait for that lock, so of the objects of a
 * deadline only a few go at a time ({@link PastObjects}), and what may lie behind the remains of
 * many others is searched for without it. The deadline's record stays until none of them is left,
 * also over a start.
 *
 * <p>An object's data may go once an entry with a clock past the deadline was applied: the clock of
 * an entity's entries never falls, so that no later entry can have seen the object. The clock on
 * the wall would not do. An entry that was made before the deadline may come late, on a replica
 * that lags, or on all of them if it was accepted by a minority and is finished hours later; it may
 * rest on the object, or give it more time.
 */
public final class Purge {
    private static final Logger LOG = LoggerFactory.getLogger(Purge.class);

    private final Rocks rocks;
    private final EntityLocks locks;
    private final EntityMetas metas;
    private final Installs installs;
    private final EndedDeadlines endedDeadlines;
    private final PastObjects pastObjects;

    /** Where the next run goes on; null at the beginning. */
    private byte @Nullable [] from;

    /** Named in this pass, which stays short when they are more than the log can end in time. */
    private int named;

    /**
     * What lies behind those that a pass had enough of; null if it came to the end. They may be
     * such as nobody can end, so every other pass begins here and not with the earliest ones.
     */
    private byte @Nullable [] behind;

    private boolean beganBehind;

    /** Whether the last walk came to its end, and hints are left. */
    private boolean hintsAreLeft;

    Purge(
            Rocks rocks,
            EntityLocks locks,
            EntityMetas metas,
            Installs installs,
            EndedDeadlines endedDeadlines) {
        this.rocks = rocks;
        this.locks = locks;
        this.metas = metas;
        this.installs = installs;
        this.endedDeadlines = endedDeadlines;
        this.pastObjects = new PastObjects(rocks);
    }

    /** See {@link PastObjects#deadlinesCame}; any thread. */
    void deadlinesCame() {
        pastObjects.deadlinesCame();
    }

    /**
     * What a run did.
     *
     * @param deadlines looked at, one with many objects as often as some of them went
     * @param objects whose data was removed
     * @param dueObjects for which RemoveExpired should be proposed
     * @param damaged entities whose data cannot be read; their deadlines stay
     * @param ended whether the last deadline was reached, or enough was named, so that nothing is
     *     left to do now
     */
    public record Report(
            int deadlines,
            int objects,
            List<DueObject> dueObjects,
            List<Damaged> damaged,
            boolean ended) {}

    /**
     * An entity whose data cannot be read.
     *
     * @param cause what RocksDB says
     */
    public record Damaged(EntityKey entity, String cause) {}

    /** It is time to look at deadlines, however many hints are left: there may always be more. */
    void deadlinesFirst() {
        hintsAreLeft = false;
    }

    /**
     * Looks at deadlines up to and including one.
     *
     * @param deadlinesMax most to look at, an object that goes counting as one
     */
    Report run(long deadlineMillis, int deadlinesMax) {
        List<Damaged> damaged = new ArrayList<>();
        if (hintsAreLeft) { // what is due was looked at, and named, not long ago
            hintsAreLeft = dropEnded(deadlinesMax, damaged);
            return new Report(0, 0, List.of(), damaged, !hintsAreLeft);
        }
        int deadlines = 0;
        int work = 0;
        int objects = 0;
        Set<DueObject> dueObjects = new LinkedHashSet<>();
        boolean reachedEnd = true;
        byte[] stoppedAt = null;
        try (ReadOptions options = new ReadOptions();
                RocksIterator iterator =
                        rocks.db().newIterator(rocks.handle(Family.EXPIRY), options)) {
            seek(iterator);
            while (iterator.isValid()) {
                Deadline deadline = Deadline.of(iterator.key(), iterator.value());
                if (deadline.millis() > deadlineMillis) {
                    break;
                }
                if (named + dueObjects.size() >= DueObject.REPORT_MAX) {
                    stoppedAt = deadline.key();
                    break;
                }
                if (work >= deadlinesMax) {
                    reachedEnd = false;
                    from = deadline.key();
                    break;
                }
                int removed = 0;
                try {
                    removed = end(deadline, deadlinesMax - work, dueObjects);
                } catch (DamagedTableException | MalformedBytesException e) {
                    pastObjects.forget();
                    damaged.add(new Damaged(deadline.entity(), String.valueOf(e.getMessage())));
                }
                deadlines++;
                objects += removed;
                work += Math.max(1, removed);
                if (!pastObjects.isStopped()) {
                    iterator.next();
                }
            }
            rocks.endWalk("The list of deadlines", iterator);
        }
        named += dueObjects.size();
        if (reachedEnd) {
            endPass(stoppedAt);
        }
        hintsAreLeft = dropEnded(deadlinesMax, damaged) && reachedEnd;
        boolean ended = reachedEnd && !hintsAreLeft;
        return new Report(deadlines, objects, new ArrayList<>(dueObjects), damaged, ended);
    }

    /**
     * @param stoppedAt where enough was named; null at the end
     */
    private void endPass(byte @Nullable [] stoppedAt) {
        byte[] before = behind;
        boolean isFurther = before != null && stoppedAt != null && !beganBehind;
        if (!(isFurther && Arrays.compareUnsigned(before, stoppedAt) > 0)) {
            behind = stoppedAt;
        }
        beganBehind = !beganBehind && behind != null;
        from = beganBehind ? behind : null;
        named = 0;
    }

    /**
     * Removes some of what is past a deadline, and the deadline when nothing is left, unless only
     * the log can do that, or it is one of an image that is being installed.
     *
     * @param objectsMax most objects to remove
     * @return how many were removed; {@link #pastObjects} says whether it is to go on
     */
    private int end(Deadline deadline, int objectsMax, Set<DueObject> dueObjects) {
        PastObjects.Found found = null;
        EntityMeta before = current(deadline);
        if (isPast(deadline, before)) {
            found = pastObjects.find(deadline, objectsMax);
        } else if (isDue(deadline, before, dueObjects)) {
            pastObjects.forget();
            return 0;
        }
        boolean isWritten = false;
        try (EntityLock _ = locks.hold(deadline.entity())) {
            if (installs.isCurrent(deadline.entity(), deadline.number())) {
                return 0; // the deadline counts once the image does
            }
            int removed = 0;
            boolean isLast = true;
            Batch batch = rocks.batch();
            EntityMeta meta = current(deadline);
            if (meta != null && found != null) {
                removed = pastObjects.remove(batch, deadline, found);
                isLast = !pastObjects.isStopped();
            } else {
                pastObjects.forget();
                if (isPast(deadline, meta) || isDue(deadline, meta, dueObjects)) {
                    return 0; // what an entry has ended just now goes the next time
                }
            }
            if (isLast) {
                batch.delete(Family.EXPIRY, deadline.key());
            }
            metas.changed(deadline.entity());
            rocks.write(batch);
            isWritten = true;
            return removed;
        } finally {
            if (!isWritten) {
                pastObjects.forget();
            }
        }
    }

    /** The entity's metadata; null if the deadline is of data that it has no more. */
    private @Nullable EntityMeta current(Deadline deadline) {
        byte[] bytes = rocks.get(Family.META, deadline.metaKey());
        EntityMeta meta = bytes == null ? null : EntityMeta.decode(bytes);
        return meta == null || meta.number() != deadline.number() ? null : meta;
    }

    /** Whether no entry to come can see the objects that have this deadline. */
    private static boolean isPast(Deadline deadline, @Nullable EntityMeta current) {
        return deadline.isOfObjects()
                && current != null
                && current.applied().clockMillis() >= deadline.millis();
    }

    /**
     * Removes the records of deadlines that nothing has any more, before their time.
     *
     * @param hintsMax most hints to follow
     * @return whether there were as many, and so perhaps more
     */
    private boolean dropEnded(int hintsMax, List<Damaged> damaged) {
        // Each deadline once: to look for the last one that has it takes longer, the more had it.
        Map<byte[], Deadline> hints = new TreeMap<>(Arrays::compareUnsigned);
        int polled = 0;
        Deadline next = endedDeadlines.poll();
        while (next != null) {
            polled++;
            hints.put(next.key(), next);
            next = polled < hintsMax ? endedDeadlines.poll() : null;
        }
        for (Deadline hint : hints.values()) {
            try {
                if (all(hint, 1).isEmpty()) {
                    dropUnneeded(hint);
                }
            } catch (DamagedTableException | MalformedBytesException e) {
                damaged.add(new Damaged(hint.entity(), String.valueOf(e.getMessage())));
            }
        }
        return polled == hintsMax;
    }

    /** An entry that gives something this deadline later brings its record back. */
    private void dropUnneeded(Deadline hint) {
        try (EntityLock _ = locks.hold(hint.entity())) {
            boolean isInstalled = installs.isCurrent(hint.entity(), hint.number());
            if (!isInstalled && all(hint, 1).isEmpty()) {
                Batch batch = rocks.batch();
                batch.delete(Family.EXPIRY, hint.key());
                rocks.write(batch);
            }
        }
    }

    /** What an entity has under a deadline. */
    private List<byte[][]> all(Deadline deadline, int recordsMax) {
        return rocks.records(deadline.family(), deadline.begin(), deadline.end(), recordsMax);
    }

    /**
     * Objects whose deadline lies between two times and of which something is left, as far as can
     * be told without their entities' locks: nobody sees them, but no entry has ended them, and
     * neither has a purge.
     *
     * @param afterMillis not included
     * @param toMillis included
     * @param deadlinesMax most deadlines to look at; the latest are left out
     */
    List<DueObject> passed(long afterMillis, long toMillis, int deadlinesMax) {
        List<DueObject> objects = new ArrayList<>();
        try (ReadOptions options = new ReadOptions();
                RocksIterator iterator =
                        rocks.db().newIterator(rocks.handle(Family.EXPIRY), options)) {
            iterator.seek(Keys.expiry(afterMillis + 1, 0, 0));
            for (int i = 0; i < deadlinesMax && iterator.isValid(); i++) {
                Deadline deadline = Deadline.of(iterator.key(), iterator.value());
                if (deadline.millis() > toMillis || objects.size() >= DueObject.REPORT_MAX) {
                    break;
                }
                if (deadline.isOfObjects()) {
                    addPassed(deadline, objects);
                }
                iterator.next();
            }
            rocks.endWalk("The list of deadlines", iterator);
        }
        return objects;
    }

    private void addPassed(Deadline deadline, List<DueObject> objects) {
        try {
            if (current(deadline) != null) {
                for (byte[][] object : all(deadline, DueObject.REPORT_MAX - objects.size())) {
                    objects.add(new DueObject(deadline.entity(), name(object), false));
                }
            }
        } catch (DamagedTableException | MalformedBytesException e) {
            // Whoever comes across it by holding the entity, as the purge does, has it rebuilt.
            LOG.debug("passed_not_read entity={}", deadline.entity(), e);
        }
    }

    private void seek(RocksIterator iterator) {
        byte[] begin = from;
        if (begin == null) {
            iterator.seekToFirst();
        } else {
            iterator.seek(begin);
        }
    }

    private static String name(byte[][] record) {
        return new String(record[1], StandardCharsets.UTF_8);
    }

    /** Whether the entity has something that only an entry can bring to its end; names it. */
    private boolean isDue(
            Deadline deadline, @Nullable EntityMeta current, Set<DueObject> dueObjects) {
        return current != null
                && (deadline.isOfObjects()
                        ? areObjectsDue(deadline, dueObjects)
                        : areElementsDue(deadline, dueObjects));
    }

    /** Whether there are still objects of this deadline; one entry is enough for all of them. */
    private boolean areObjectsDue(Deadline deadline, Set<DueObject> dueObjects) {
        List<byte[][]> objects = all(deadline, 1);
        for (byte[][] object : objects) {
            dueObjects.add(new DueObject(deadline.entity(), name(object), false));
        }
        return !objects.isEmpty();
    }

    /** Whether a map or table still has something that is past the deadline. */
    private boolean areElementsDue(Deadline deadline, Set<DueObject> dueObjects) {
        byte[] begin =
                Keys.data(deadline.number(), KeyLayout.fieldDeadlines(deadline.generation()));
        List<byte[][]> fields = rocks.records(Family.DATA, begin, deadline.end(), 1);
        for (byte[][] field : fields) {
            byte[] headerKey = Keys.data(deadline.number(), KeyLayout.header(name(field)));
            byte[] header = rocks.get(Family.HEADS, headerKey);
            boolean isTable = header != null && ObjectHeader.isTable(header);
            dueObjects.add(new DueObject(deadline.entity(), name(field), isTable));
        }
        return !fields.isEmpty();
    }
}
