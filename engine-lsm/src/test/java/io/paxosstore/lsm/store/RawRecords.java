package io.paxosstore.lsm.store;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.lsm.model.KeyLayout;
import io.paxosstore.lsm.model.ObjectHeader;
import io.paxosstore.protocol.key.EntityKey;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Changes the records of an entity behind everybody's back, as a wrong apply, merge or image would:
 * with checksums that are right.
 */
public final class RawRecords {
    private RawRecords() {}

    /** A record. */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    public record Raw(byte[] key, byte[] value) {}

    /** What an entity's state holds, in order. */
    public static List<Raw> of(LsmStore store, EntityKey entity) {
        List<Raw> records = new ArrayList<>();
        try (SnapshotState state = store.read(entity);
                RecordCursor cursor = state.scan(new byte[] {0}, new byte[] {(byte) 0xff})) {
            while (cursor.next()) {
                records.add(new Raw(cursor.key(), cursor.value()));
            }
        }
        return records;
    }

    /** Opens the data of a node that does not run. */
    public static LsmStore open(Path data) {
        return LsmStore.open(data, Entities.SMALL, Entities.NO_FAILURES);
    }

    /** Writes a record. */
    public static void put(LsmStore store, EntityKey entity, byte[] key, byte[] value) {
        long number = Objects.requireNonNull(store.meta(entity)).number();
        Batch batch = store.rocks().batch();
        batch.put(Family.of(key), Keys.data(number, key), value);
        store.rocks().write(batch);
    }

    /** Removes a record. */
    public static void remove(LsmStore store, EntityKey entity, byte[] key) {
        long number = Objects.requireNonNull(store.meta(entity)).number();
        Batch batch = store.rocks().batch();
        batch.delete(Family.of(key), Keys.data(number, key));
        store.rocks().write(batch);
    }

    /**
     * Flips the last bit of each element that has a value; tells how many. Not of sorted sets,
     * whose records say everything twice, nor of tables, where merges may notice.
     */
    public static int flip(LsmStore store, EntityKey entity) {
        return change(
                store,
                entity,
                value -> {
                    byte[] flipped = value.clone();
                    flipped[flipped.length - 1] ^= 1;
                    return flipped;
                });
    }

    private static int change(LsmStore store, EntityKey entity, UnaryOperator<byte[]> change) {
        int changed = 0;
        Set<Long> spared = new HashSet<>();
        for (Raw record : of(store, entity)) {
            if (KeyLayout.isHeader(record.key())) {
                ObjectHeader header = ObjectHeader.decode(record.value());
                if (header instanceof ObjectHeader.SortedSet
                        || header instanceof ObjectHeader.Table) {
                    spared.add(header.generation());
                }
            }
            if (KeyLayout.isElement(record.key())
                    && !spared.contains(KeyLayout.generationOfElement(record.key()))
                    && !KeyLayout.isFieldDeadline(record.key())
                    && record.value().length > 1) {
                put(store, entity, record.key(), change.apply(record.value()));
                changed++;
            }
        }
        return changed;
    }
}
