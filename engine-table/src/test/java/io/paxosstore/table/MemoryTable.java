package io.paxosstore.table;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.model.TableOperation;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/** A table in memory, which merges as a store does. Not thread-safe. */
final class MemoryTable implements TableStore {
    private final Plant plant;
    private final Map<Region, NavigableMap<byte[], byte[]>> regions = new EnumMap<>(Region.class);
    private final List<Change> changes = new ArrayList<>();
    private final List<Change> undo = new ArrayList<>();
    private long changedBytes;
    private boolean updates;

    /** Bugs for the store, to see that they are found. */
    enum Plant {
        NONE,
        MERGE_REMOVES_WHAT_WAS_WRITTEN_MEANWHILE,
        MERGE_FORGETS_TOMBSTONES,
        MERGE_KEEPS_OLD_BLOCKS,
        MERGE_KEEPS_OLD_INDEX,
        UPDATE_KEEPS_INDEX,
        DELETE_KEEPS_DEADLINES
    }

    /** A change; the value is null for a removal. */
    @SuppressWarnings("ArrayRecordComponent") // never changed
    record Change(Region region, byte[] key, byte @Nullable [] value) {}

    MemoryTable(Plant plant) {
        this.plant = plant;
        for (Region region : Region.values()) {
            regions.put(region, new TreeMap<>(Arrays::compareUnsigned));
        }
    }

    /** What it holds now, which does not change. */
    MemoryTable copy() {
        MemoryTable copy = new MemoryTable(plant);
        regions.forEach((region, records) -> copy.records(region).putAll(records));
        return copy;
    }

    NavigableMap<byte[], byte[]> records(Region region) {
        return Objects.requireNonNull(regions.get(region));
    }

    /** An operation begins. */
    void begin(@Nullable TableOperation operation) {
        updates = operation instanceof TableOperation.Update;
        changes.clear();
        undo.clear();
        changedBytes = 0;
    }

    /** The operation failed. */
    void rollBack() {
        for (Change change : undo.reversed()) {
            write(change);
        }
        begin(null);
    }

    /** What the operation did, for other replicas. */
    List<Change> changes() {
        return List.copyOf(changes);
    }

    /** Does what the operation did on another replica. */
    void apply(List<Change> others) {
        others.forEach(this::write);
    }

    private void change(Region region, byte[] key, byte @Nullable [] value) {
        undo.add(new Change(region, key, records(region).get(key)));
        Change change = new Change(region, key, value);
        changes.add(change);
        changedBytes += key.length + (value == null ? 0 : value.length);
        write(change);
    }

    private void write(Change change) {
        byte[] value = change.value();
        if (value == null) {
            records(change.region()).remove(change.key());
        } else {
            records(change.region()).put(change.key(), value);
        }
    }

    @Override
    public void put(Region region, byte[] key, byte[] value) {
        change(region, key, value);
    }

    @Override
    public void delete(Region region, byte[] key) {
        if (region == Region.DELTA || region == Region.MAIN) {
            throw new AssertionError("Operations remove nothing from the " + region);
        }
        boolean kept =
                (region == Region.INDEX && updates && plant == Plant.UPDATE_KEEPS_INDEX)
                        || (region == Region.DEADLINES && plant == Plant.DELETE_KEEPS_DEADLINES);
        if (!kept) {
            change(region, key, null);
        }
    }

    @Override
    public void deleteRange(Region region, byte[] from, byte @Nullable [] to) {
        for (byte[] key : List.copyOf(range(region, from, to).keySet())) {
            delete(region, key);
        }
    }

    @Override
    public long changedBytes() {
        return changedBytes;
    }

    @Override
    public byte @Nullable [] get(Region region, byte[] key) {
        return records(region).get(key);
    }

    private NavigableMap<byte[], byte[]> range(Region region, byte[] from, byte @Nullable [] to) {
        NavigableMap<byte[], byte[]> records = records(region);
        if (to == null) {
            return records.tailMap(from, true);
        }
        return Arrays.compareUnsigned(from, to) > 0
                ? records.subMap(from, true, from, false)
                : records.subMap(from, true, to, false);
    }

    @Override
    public RecordCursor scan(Region region, byte[] from, byte @Nullable [] to) {
        return new MapCursor(range(region, from, to).entrySet().iterator());
    }

    @Override
    public RecordCursor scanReverse(Region region, byte[] from, byte @Nullable [] to) {
        return new MapCursor(range(region, from, to).descendingMap().entrySet().iterator());
    }

    /** Applies a step of a merge that was made earlier, as a store does. */
    void merge(MergeStep.Result step) {
        for (MergeStep.Change change : step.changes()) {
            byte[] value = change.value();
            if (change.region() == Region.BLOCKS && plant == Plant.MERGE_KEEPS_OLD_INDEX) {
                records(Region.BLOCKS).putIfAbsent(change.key(), Objects.requireNonNull(value));
            } else if (value != null) {
                records(change.region()).put(change.key(), value);
            } else if (plant != Plant.MERGE_KEEPS_OLD_BLOCKS) {
                records(change.region()).remove(change.key());
            }
        }
        boolean always = plant == Plant.MERGE_REMOVES_WHAT_WAS_WRITTEN_MEANWHILE;
        for (MergeStep.Merged delta : step.deltas()) {
            byte[] now = records(Region.DELTA).get(delta.key());
            if (always || Arrays.equals(now, delta.record())) {
                records(Region.DELTA).remove(delta.key());
            }
        }
    }

    /** A step of a merge; of the plant's kind if it has one. */
    MergeStep.Result step(byte[] from, long bytesMax) {
        if (plant == Plant.MERGE_FORGETS_TOMBSTONES) {
            records(Region.DELTA).values().removeIf(DeltaRecord::isTombstone);
        }
        return MergeStep.of(this, from, bytesMax);
    }
}
