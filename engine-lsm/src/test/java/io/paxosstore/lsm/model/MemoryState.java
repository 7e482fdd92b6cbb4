package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.table.MapCursor;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/** An entity's state in memory, for tests and simulations. Not thread-safe. */
public final class MemoryState implements EntityState {
    private final NavigableMap<byte[], byte[]> records;
    private long entry;
    private long clockMillis;

    /** An entity that was never written. */
    public MemoryState() {
        this.records = new TreeMap<>(Arrays::compareUnsigned);
    }

    private MemoryState(MemoryState other) {
        this.records = new TreeMap<>(other.records);
        this.entry = other.entry;
        this.clockMillis = other.clockMillis;
    }

    /** An independent copy. */
    public MemoryState copy() {
        return new MemoryState(this);
    }

    /** Applies the next entry. */
    public void apply(EntityChanges changes, long entryClockMillis) {
        for (EntityChanges.Change change : changes.changes()) {
            switch (change) {
                case EntityChanges.Put put -> records.put(put.key(), put.value());
                case EntityChanges.Delete delete -> records.remove(delete.key());
                case EntityChanges.DeleteRange range ->
                        records.subMap(range.from(), range.to()).clear();
            }
        }
        entry++;
        clockMillis = entryClockMillis;
    }

    /** All records in order. */
    public NavigableMap<byte[], byte[]> records() {
        return records;
    }

    @Override
    public long entry() {
        return entry;
    }

    @Override
    public long clockMillis() {
        return clockMillis;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return records.get(key);
    }

    @Override
    public RecordCursor scan(byte[] from, byte[] to) {
        return new MapCursor(records.subMap(from, to).entrySet().iterator());
    }

    @Override
    public RecordCursor scanReverse(byte[] from, byte[] to) {
        return new MapCursor(
                records.subMap(from, true, to, false).descendingMap().entrySet().iterator());
    }
}
