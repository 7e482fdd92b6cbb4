package io.paxosstore.lsm.store;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

import java.util.Arrays;
import java.util.List;

/**
 * An entity at one version, whatever is applied meanwhile. Not thread-safe; close it soon, because
 * it keeps old data from being compacted away.
 */
public final class SnapshotState implements StoredState {
    private final Rocks rocks;
    private final Snapshot snapshot;
    private final boolean fillsCache;
    private final ReadOptions options;
    private final @Nullable EntityMeta meta;

    SnapshotState(Rocks rocks, byte[] metaKey) {
        this(rocks, metaKey, true);
    }

    /**
     * An entity as it is now. Call so that nobody can change it between what was read of it and
     * this.
     *
     * @param meta the entity's; null for none
     */
    SnapshotState(Rocks rocks, @Nullable EntityMeta meta) {
        this.rocks = rocks;
        this.fillsCache = true;
        this.snapshot = rocks.db().getSnapshot();
        this.options = new ReadOptions().setSnapshot(snapshot);
        this.meta = meta;
    }

    /**
     * @param fillsCache whether what is read may take the place of other things in the cache
     */
    private SnapshotState(Rocks rocks, byte[] metaKey, boolean fillsCache) {
        this.rocks = rocks;
        this.fillsCache = fillsCache;
        this.snapshot = rocks.db().getSnapshot();
        this.options = new ReadOptions().setSnapshot(snapshot).setFillCache(fillsCache);
        EntityMeta found = null;
        boolean read = false;
        try {
            byte[] bytes = get(Family.META, metaKey);
            found = bytes == null ? null : EntityMeta.decode(bytes);
            read = true;
        } finally {
            if (!read) {
                close();
            }
        }
        this.meta = found;
    }

    /**
     * An entity as it is now, for one who reads everything once: the cache is left to others. Close
     * it.
     */
    public static SnapshotState once(LsmStore store, EntityKey entity) {
        return new SnapshotState(store.rocks(), Keys.meta(entity), false);
    }

    /** The entity's metadata; null if it was never written. */
    public @Nullable EntityMeta meta() {
        return meta;
    }

    @Override
    public long entry() {
        return meta == null ? 0 : meta.applied().entry();
    }

    @Override
    public long clockMillis() {
        return meta == null ? 0 : meta.applied().clockMillis();
    }

    private byte @Nullable [] get(Family family, byte[] key) {
        return Failures.<byte @Nullable []>call(
                "A read", () -> rocks.db().get(rocks.handle(family), options, key));
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return meta == null ? null : get(Family.of(key), Keys.data(meta.number(), key));
    }

    @Override
    public RecordCursor scan(byte[] from, byte[] to) {
        return cursor(from, to, false);
    }

    @Override
    public RecordCursor scanReverse(byte[] from, byte[] to) {
        return cursor(from, to, true);
    }

    private RecordCursor cursor(byte[] from, byte[] to, boolean reverse) {
        if (meta == null) {
            return EmptyCursor.INSTANCE;
        }
        List<Family.Part> parts = Family.parts(from, to);
        if (parts.isEmpty()) {
            return EmptyCursor.INSTANCE;
        }
        return parts.size() == 1
                ? new RocksCursor(meta.number(), parts.getFirst(), reverse)
                : new ChainedCursor(meta.number(), reverse ? parts.reversed() : parts, reverse);
    }

    @Override
    public void close() {
        options.close();
        rocks.db().releaseSnapshot(snapshot);
        snapshot.close();
    }

    private enum EmptyCursor implements RecordCursor {
        INSTANCE;

        @Override
        public boolean next() {
            return false;
        }

        @Override
        public byte[] key() {
            throw new IllegalStateException("There is nothing here.");
        }

        @Override
        public byte[] value() {
            throw new IllegalStateException("There is nothing here.");
        }

        @Override
        public void close() {}
    }

    /** Walks over parts, one after the other. */
    private final class ChainedCursor implements RecordCursor {
        private final long number;
        private final List<Family.Part> parts;
        private final boolean reverse;
        private int opened = 1;
        private RocksCursor here;

        ChainedCursor(long number, List<Family.Part> parts, boolean reverse) {
            this.number = number;
            this.parts = parts;
            this.reverse = reverse;
            this.here = new RocksCursor(number, parts.getFirst(), reverse);
        }

        @Override
        public boolean next() {
            while (!here.next()) {
                if (opened == parts.size()) {
                    return false;
                }
                here.close();
                here = new RocksCursor(number, parts.get(opened++), reverse);
            }
            return true;
        }

        @Override
        public byte[] key() {
            return here.key();
        }

        @Override
        public byte[] value() {
            return here.value();
        }

        @Override
        public void close() {
            here.close();
        }
    }

    /** Walks within bounds; the bounds keep it inside the entity. */
    private final class RocksCursor implements RecordCursor {
        private final Slice lower;
        private final Slice upper;
        private final ReadOptions bounded;
        private final RocksIterator iterator;
        private final boolean reverse;
        private boolean begun;

        RocksCursor(long number, Family.Part part, boolean reverse) {
            this.reverse = reverse;
            lower = new Slice(Keys.data(number, part.from()));
            upper = new Slice(Keys.data(number, part.to()));
            bounded =
                    new ReadOptions()
                            .setSnapshot(snapshot)
                            .setFillCache(fillsCache)
                            .setIterateLowerBound(lower)
                            .setIterateUpperBound(upper);
            if (reverse) {
                bounded.setTotalOrderSeek(true);
            } else {
                bounded.setPrefixSameAsStart(true);
            }
            iterator = rocks.db().newIterator(rocks.handle(part.family()), bounded);
        }

        @Override
        public boolean next() {
            if (!begun) {
                begun = true;
                if (reverse) {
                    iterator.seekToLast();
                } else {
                    iterator.seek(lower.data());
                }
            } else if (reverse) {
                iterator.prev();
            } else {
                iterator.next();
            }
            if (iterator.isValid()) {
                return true;
            }
            Failures.run("A scan", iterator::status);
            return false;
        }

        @Override
        public byte[] key() {
            byte[] key = iterator.key();
            return Arrays.copyOfRange(key, Rocks.NUMBER_BYTES, key.length);
        }

        @Override
        public byte[] value() {
            return iterator.value();
        }

        @Override
        public void close() {
            iterator.close();
            bounded.close();
            lower.close();
            upper.close();
        }
    }
}
