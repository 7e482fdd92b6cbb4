package io.paxosstore.lsm.store;

import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Lists entities in the order of space and id. */
final class EntityPages {
    private EntityPages() {}

    /**
     * A page of entities.
     *
     * @param after where the page before ended; null to begin
     */
    static List<ListedEntity> page(Rocks rocks, @Nullable EntityKey after, int entitiesMax) {
        return page(
                rocks,
                after,
                entitiesMax,
                at -> new ListedEntity(Keys.entity(at.key()), EntityMeta.decode(at.value())));
    }

    /**
     * A page of a space's entities, whatever state their metadata is in.
     *
     * @param after where the page before ended; null to begin
     */
    static List<EntityKey> ofSpace(
            Rocks rocks, int space, @Nullable EntityKey after, int entitiesMax) {
        try (Slice end = new Slice(Keys.space(space + 1));
                ReadOptions options = new ReadOptions().setIterateUpperBound(end);
                RocksIterator iterator =
                        rocks.db().newIterator(rocks.handle(Family.META), options)) {
            iterator.seek(after == null ? Keys.space(space) : behind(after));
            return page(rocks, iterator, entitiesMax, at -> Keys.entity(at.key()));
        }
    }

    /**
     * A page of all spaces' entities, whatever state their metadata is in.
     *
     * @param after where the page before ended; null to begin
     */
    static List<EntityKey> ids(Rocks rocks, @Nullable EntityKey after, int entitiesMax) {
        return page(rocks, after, entitiesMax, at -> Keys.entity(at.key()));
    }

    private static <T> List<T> page(
            Rocks rocks,
            @Nullable EntityKey after,
            int entitiesMax,
            Function<RocksIterator, T> reading) {
        try (ReadOptions options = new ReadOptions();
                RocksIterator iterator =
                        rocks.db().newIterator(rocks.handle(Family.META), options)) {
            if (after == null) {
                iterator.seekToFirst();
            } else {
                iterator.seek(behind(after));
            }
            return page(rocks, iterator, entitiesMax, reading);
        }
    }

    /** From where the iterator is. */
    private static <T> List<T> page(
            Rocks rocks,
            RocksIterator iterator,
            int entitiesMax,
            Function<RocksIterator, T> reading) {
        List<T> page = new ArrayList<>();
        while (iterator.isValid() && page.size() < entitiesMax) {
            page.add(reading.apply(iterator));
            iterator.next();
        }
        rocks.endWalk("The list of entities", iterator);
        return page;
    }

    private static byte[] behind(EntityKey entity) {
        return ByteBuffer.allocate(Integer.BYTES + entity.key().length + 1)
                .putInt(entity.space())
                .put(entity.key())
                .array();
    }

    /**
     * Reads the whole list.
     *
     * @throws DamagedTableException if a part of it is damaged
     * @throws MalformedBytesException if a part of it cannot be understood
     */
    static void check(Rocks rocks) {
        try (ReadOptions options = new ReadOptions().setFillCache(false);
                RocksIterator iterator =
                        rocks.db().newIterator(rocks.handle(Family.META), options)) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                EntityMeta.decode(iterator.value());
            }
            Failures.run("The list of entities", iterator::status);
        }
    }
}
