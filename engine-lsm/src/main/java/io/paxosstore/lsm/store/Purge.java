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
import org.rocksdb.Slice;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Removes what is past its deadline, in the order of the deadlines. A compaction filter would do it
 * in passing, but RocksDB's Java interface cannot express one: a filter is native code there. Not
 * thread-safe, but for those who change entities meanwhile: each deadline is looked at with its
 * entity's lock held, and what is past goes in a batch of its own before that is given back.
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

    /** Where the next run goes on; null at the beginning. */
    private byte @Nullable [] from;

    /**
     * Named since the beginning: those with the earliest deadlines, so that a pass stays short when
     * they are more than the log can end in time.
     */
    private int named;

    Purge(Rocks rocks, EntityLocks locks, EntityMetas metas, Installs installs) {
        this.rocks = rocks;
        this.locks = locks;
        this.metas = metas;
        this.installs = installs;
    }

    /**
     * What a run did.
     *
     * @param deadlines looked at
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

    /** Looks at deadlines up to and including one. */
    Report run(long deadlineMillis, int deadlinesMax) {
        int deadlines = 0;
        int objects = 0;
        Set<DueObject> dueObjects = new LinkedHashSet<>();
        List<Damaged> damaged = new ArrayList<>();
        boolean ended = true;
        try (ReadOptions options = new ReadOptions();
                RocksIterator iterator =
                        rocks.db().newIterator(rocks.handle(Family.EXPIRY), options)) {
            seek(iterator);
            while (iterator.isValid()) {
                byte[] key = iterator.key();
                long deadline = ByteBuffer.wrap(key).getLong();
                if (deadline > deadlineMillis
                        || named + dueObjects.size() >= DueObject.REPORT_MAX) {
                    break;
                }
                if (deadlines == deadlinesMax) {
                    ended = false;
                    from = key;
                    break;
                }
                deadlines++;
                byte[] metaKey = iterator.value();
                EntityKey entity = Keys.entity(metaKey);
                try {
                    try (EntityLock _ = locks.hold(entity)) {
                        objects += end(key, metaKey, dueObjects);
                    }
                } catch (DamagedTableException | MalformedBytesException e) {
                    damaged.add(new Damaged(entity, String.valueOf(e.getMessage())));
                }
                iterator.next();
            }
            rocks.endWalk("The list of deadlines", iterator);
        }
        named += dueObjects.size();
        if (ended) {
            from = null;
            named = 0;
        }
        return new Report(deadlines, objects, new ArrayList<>(dueObjects), damaged, ended);
    }

    /**
     * Removes what is past a deadline, and the deadline, unless only the log can do that, or it is
     * one of an image that is being installed. Call with the entity's lock held.
     *
     * @return how many objects were removed
     */
    private int end(byte[] key, byte[] metaKey, Set<DueObject> dueObjects) {
        ByteBuffer in = ByteBuffer.wrap(key);
        long deadline = in.getLong();
        long number = in.getLong();
        long generation = in.getLong();
        int objects = 0;
        if (installs.isCurrent(Keys.entity(metaKey), number)) {
            return 0; // the deadline counts once the image does
        }
        Batch batch = rocks.batch();
        EntityMeta meta = meta(metaKey);
        if (meta != null && meta.number() == number) {
            boolean keep = false;
            if (generation != 0) {
                keep = areElementsDue(metaKey, number, generation, deadline, dueObjects);
            } else if (meta.applied().clockMillis() >= deadline) {
                objects = removeObjects(batch, number, deadline);
            } else {
                keep = areObjectsDue(metaKey, number, deadline, dueObjects);
            }
            if (keep) {
                return 0;
            }
        }
        batch.delete(Family.EXPIRY, key);
        metas.changed(Keys.entity(metaKey));
        rocks.write(batch);
        return objects;
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
                ByteBuffer key = ByteBuffer.wrap(iterator.key());
                long deadline = key.getLong();
                long number = key.getLong();
                if (deadline > toMillis || objects.size() >= DueObject.REPORT_MAX) {
                    break;
                }
                if (key.getLong() == 0) {
                    addPassed(iterator.value(), number, deadline, objects);
                }
                iterator.next();
            }
            rocks.endWalk("The list of deadlines", iterator);
        }
        return objects;
    }

    private void addPassed(byte[] metaKey, long number, long deadline, List<DueObject> objects) {
        try {
            EntityMeta meta = meta(metaKey);
            if (meta != null && meta.number() == number) {
                int recordsMax = DueObject.REPORT_MAX - objects.size();
                for (byte[][] object : expiries(number, deadline, recordsMax)) {
                    objects.add(new DueObject(Keys.entity(metaKey), name(object), false));
                }
            }
        } catch (DamagedTableException | MalformedBytesException e) {
            // Whoever comes across it by holding the entity, as the purge does, has it rebuilt.
            LOG.debug("passed_not_read entity={}", Keys.entity(metaKey), e);
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

    private @Nullable EntityMeta meta(byte[] metaKey) {
        byte[] meta = rocks.get(Family.META, metaKey);
        return meta == null ? null : EntityMeta.decode(meta);
    }

    /** What an entity has under a deadline. */
    private List<byte[][]> expiries(long number, long deadline, int recordsMax) {
        return records(
                Family.HEADS,
                Keys.data(number, KeyLayout.expiry(deadline, 0)),
                Keys.data(number, KeyLayout.expiriesEnd(deadline)),
                recordsMax);
    }

    /** Whether there are still objects of this deadline; one entry is enough for all of them. */
    private boolean areObjectsDue(
            byte[] metaKey, long number, long deadline, Set<DueObject> dueObjects) {
        List<byte[][]> objects = expiries(number, deadline, 1);
        for (byte[][] object : objects) {
            dueObjects.add(new DueObject(Keys.entity(metaKey), name(object), false));
        }
        return !objects.isEmpty();
    }

    private static String name(byte[][] record) {
        return new String(record[1], StandardCharsets.UTF_8);
    }

    /** Removes an entity's objects of this deadline. */
    private int removeObjects(Batch batch, long number, long deadline) {
        int removed = 0;
        for (byte[][] record : expiries(number, deadline, Integer.MAX_VALUE)) {
            byte[] expiryKey = record[0];
            long generation = ByteBuffer.wrap(expiryKey).getLong(expiryKey.length - Long.BYTES);
            byte[] headerKey = Keys.data(number, KeyLayout.header(name(record)));
            byte[] bytes = rocks.get(Family.HEADS, headerKey);
            ObjectHeader header = bytes == null ? null : ObjectHeader.decode(bytes);
            boolean mine = header != null && header.generation() == generation;
            if (header != null && mine && header.deadlineMillis() != deadline) {
                continue;
            }
            // A header of another generation came from a proposer that had purged before.
            if (mine) {
                batch.delete(Family.HEADS, headerKey);
            }
            batch.deleteRange(
                    Family.DATA,
                    Keys.data(number, KeyLayout.generation(generation)),
                    Keys.data(number, KeyLayout.generationEnd(generation)));
            batch.delete(Family.HEADS, expiryKey);
            for (byte[] key : KeyLayout.tableHeads(generation)) {
                batch.delete(Family.HEADS, Keys.data(number, key));
            }
            removed++;
        }
        return removed;
    }

    /** Whether a map or table still has something that is past the deadline. */
    private boolean areElementsDue(
            byte[] metaKey,
            long number,
            long generation,
            long deadline,
            Set<DueObject> dueObjects) {
        List<byte[][]> fields =
                records(
                        Family.DATA,
                        Keys.data(number, KeyLayout.fieldDeadlines(generation)),
                        Keys.data(number, KeyLayout.fieldDeadlinesEnd(generation, deadline)),
                        1);
        for (byte[][] field : fields) {
            byte[] header =
                    rocks.get(Family.HEADS, Keys.data(number, KeyLayout.header(name(field))));
            boolean isTable = header != null && ObjectHeader.isTable(header);
            dueObjects.add(new DueObject(Keys.entity(metaKey), name(field), isTable));
        }
        return !fields.isEmpty();
    }

    private List<byte[][]> records(Family family, byte[] begin, byte[] end, int recordsMax) {
        List<byte[][]> found = new ArrayList<>();
        try (Slice upper = new Slice(end);
                ReadOptions options =
                        new ReadOptions().setIterateUpperBound(upper).setPrefixSameAsStart(true);
                RocksIterator iterator = rocks.db().newIterator(rocks.handle(family), options)) {
            for (iterator.seek(begin);
                    iterator.isValid() && found.size() < recordsMax;
                    iterator.next()) {
                found.add(new byte[][] {iterator.key(), iterator.value()});
            }
            Failures.run("A scan", iterator::status);
        }
        return found;
    }
}
