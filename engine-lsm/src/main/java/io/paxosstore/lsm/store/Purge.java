package io.paxosstore.lsm.store;

import io.paxosstore.core.EntityKey;
import io.paxosstore.lsm.model.KeyLayout;
import io.paxosstore.lsm.model.ObjectHeader;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Removes what is past its deadline, in the order of the deadlines. A compaction filter would do it
 * in passing, but RocksDB's Java interface cannot express one: a filter is native code there. Not
 * thread-safe: the store's lock.
 */
public final class Purge {
    private final Rocks rocks;

    /** Where the next run goes on; null at the beginning. */
    private byte @Nullable [] from;

    Purge(Rocks rocks) {
        this.rocks = rocks;
    }

    /** A map whose expired fields only the log can remove. */
    public record DueMap(EntityKey entity, String object) {}

    /**
     * What a run did.
     *
     * @param deadlines looked at
     * @param objects whose data was removed
     * @param dueMaps maps with expired fields, for which RemoveExpired should be proposed
     * @param ended whether the last deadline was reached, so that nothing is left to do now
     */
    public record Report(int deadlines, int objects, List<DueMap> dueMaps, boolean ended) {}

    /** Looks at deadlines up to and including one. */
    Report run(long deadlineMillis, int deadlinesMax) {
        int deadlines = 0;
        int objects = 0;
        Set<DueMap> dueMaps = new LinkedHashSet<>();
        boolean ended = true;
        try (ReadOptions options = new ReadOptions();
                RocksIterator iterator =
                        rocks.db().newIterator(rocks.handle(Family.EXPIRY), options);
                WriteBatch batch = new WriteBatch()) {
            seek(iterator);
            while (iterator.isValid()) {
                byte[] key = iterator.key();
                ByteBuffer in = ByteBuffer.wrap(key);
                long deadline = in.getLong();
                if (deadline > deadlineMillis) {
                    break;
                }
                if (deadlines == deadlinesMax) {
                    ended = false;
                    from = key;
                    break;
                }
                deadlines++;
                long number = in.getLong();
                long generation = in.getLong();
                byte[] metaKey = iterator.value();
                boolean keep = false;
                if (isCurrent(metaKey, number)) {
                    if (generation == 0) {
                        objects += removeObjects(batch, number, deadline);
                    } else {
                        keep = isMapDue(metaKey, number, generation, deadline, dueMaps);
                    }
                }
                if (!keep) {
                    Failures.run("A batch", () -> batch.delete(rocks.handle(Family.EXPIRY), key));
                }
                iterator.next();
            }
            Failures.run("A scan", iterator::status);
            rocks.write(batch);
        }
        if (ended) {
            from = null;
        }
        return new Report(deadlines, objects, new ArrayList<>(dueMaps), ended);
    }

    private void seek(RocksIterator iterator) {
        byte[] begin = from;
        if (begin == null) {
            iterator.seekToFirst();
        } else {
            iterator.seek(begin);
        }
    }

    private boolean isCurrent(byte[] metaKey, long number) {
        byte[] meta = rocks.get(Family.META, metaKey);
        return meta != null && EntityMeta.decode(meta).number() == number;
    }

    /** Removes an entity's objects of this deadline. */
    private int removeObjects(WriteBatch batch, long number, long deadline) {
        int removed = 0;
        for (byte[][] record :
                records(
                        Keys.data(number, KeyLayout.expiry(deadline, 0)),
                        Keys.data(number, KeyLayout.expiriesEnd(deadline)))) {
            byte[] expiryKey = record[0];
            long generation = ByteBuffer.wrap(expiryKey).getLong(expiryKey.length - Long.BYTES);
            String name = new String(record[1], StandardCharsets.UTF_8);
            byte[] headerKey = Keys.data(number, KeyLayout.header(name));
            byte[] bytes = rocks.get(Family.DATA, headerKey);
            ObjectHeader header = bytes == null ? null : ObjectHeader.decode(bytes);
            boolean mine = header != null && header.generation() == generation;
            if (header != null && mine && header.deadlineMillis() != deadline) {
                continue;
            }
            // A header of another generation came from a proposer that had purged before.
            Failures.run(
                    "A batch",
                    () -> {
                        if (mine) {
                            batch.delete(rocks.handle(Family.DATA), headerKey);
                        }
                        batch.deleteRange(
                                rocks.handle(Family.DATA),
                                Keys.data(number, KeyLayout.generation(generation)),
                                Keys.data(number, KeyLayout.generationEnd(generation)));
                        batch.delete(rocks.handle(Family.DATA), expiryKey);
                    });
            removed++;
        }
        return removed;
    }

    /** Whether a map still has fields that are past the deadline. */
    private boolean isMapDue(
            byte[] metaKey, long number, long generation, long deadline, Set<DueMap> dueMaps) {
        List<byte[][]> fields =
                records(
                        Keys.data(number, KeyLayout.fieldDeadlines(generation)),
                        Keys.data(number, KeyLayout.fieldDeadlinesEnd(generation, deadline)),
                        1);
        for (byte[][] field : fields) {
            String object = new String(field[1], StandardCharsets.UTF_8);
            dueMaps.add(new DueMap(Keys.entity(metaKey), object));
        }
        return !fields.isEmpty();
    }

    private List<byte[][]> records(byte[] begin, byte[] end) {
        return records(begin, end, Integer.MAX_VALUE);
    }

    private List<byte[][]> records(byte[] begin, byte[] end, int recordsMax) {
        List<byte[][]> found = new ArrayList<>();
        try (Slice upper = new Slice(end);
                ReadOptions options =
                        new ReadOptions().setIterateUpperBound(upper).setPrefixSameAsStart(true);
                RocksIterator iterator =
                        rocks.db().newIterator(rocks.handle(Family.DATA), options)) {
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
