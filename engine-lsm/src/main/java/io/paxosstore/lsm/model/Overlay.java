package io.paxosstore.lsm.model;

import io.paxosstore.log.WorkMeter;
import io.paxosstore.log.record.RecordCursor;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A state with changes on top that are not applied yet, so that one operation sees what those
 * before it did (Rule W2). Not thread-safe. The state below must not change meanwhile.
 *
 * <p>Invariant: a point in {@code points} is newer than every range in {@code ranges}; the ranges
 * neither overlap nor touch.
 */
final class Overlay implements EntityState {
    /**
     * A change of one key.
     *
     * @param value null if it is deleted
     * @param isMoved whether an object has got another name, which is this key
     */
    @SuppressWarnings("ArrayRecordComponent") // held, never compared
    record Point(byte @Nullable [] value, boolean isMoved) {}

    private static final Point DELETED = new Point(null, false);

    private final EntityState base;
    private final WorkMeter meter;
    private final NavigableMap<byte[], Point> points = new TreeMap<>(Arrays::compareUnsigned);
    private final NavigableMap<byte[], byte[]> ranges = new TreeMap<>(Arrays::compareUnsigned);
    private long bytes;

    Overlay(EntityState base) {
        this.base = base;
        this.meter = base.meter();
    }

    @Override
    public long entry() {
        return base.entry();
    }

    @Override
    public long clockMillis() {
        return base.clockMillis();
    }

    @Override
    public WorkMeter meter() {
        return meter;
    }

    /** Whether there are no changes. */
    boolean isEmpty() {
        return points.isEmpty() && ranges.isEmpty();
    }

    /** About the bytes of the changes; never falls. */
    long bytes() {
        return bytes;
    }

    /** What one record that is written adds to them. */
    static long bytesOf(byte[] key, byte[] value) {
        return key.length + value.length + 2L * Integer.BYTES;
    }

    void put(byte[] key, byte[] value) {
        meter.charge(WorkMeter.RECORD);
        set(key, value, false);
    }

    /** Like {@link #put}, of the header of an object that had another name until now. */
    void putMoved(byte[] key, byte[] header) {
        meter.charge(WorkMeter.RECORD);
        set(key, header, true);
        bytes += key.length + Integer.BYTES; // what was there goes first
    }

    private void set(byte[] key, byte[] value, boolean isMoved) {
        Point before = points.put(key, new Point(value, isMoved));
        if (!isMoved && before != null && before.isMoved()) {
            points.put(key, new Point(value, true));
        }
        bytes += bytesOf(key, value);
    }

    void delete(byte[] key) {
        meter.charge(WorkMeter.RECORD);
        unset(key);
    }

    private void unset(byte[] key) {
        points.put(key, DELETED);
        bytes += key.length + Integer.BYTES;
    }

    void deleteRange(byte[] from, byte[] to) {
        if (Arrays.compareUnsigned(from, to) >= 0) {
            return;
        }
        points.subMap(from, to).clear();
        byte[] start = from;
        byte[] end = to;
        // Every range that overlaps or touches melts into this one.
        Map.Entry<byte[], byte[]> range = ranges.floorEntry(end);
        while (range != null && Arrays.compareUnsigned(range.getValue(), start) >= 0) {
            ranges.remove(range.getKey());
            start = min(start, range.getKey());
            end = max(end, range.getValue());
            range = ranges.floorEntry(end);
        }
        ranges.put(start, end);
        bytes += from.length + to.length + 2L * Integer.BYTES;
    }

    private static byte[] min(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b) <= 0 ? a : b;
    }

    private static byte[] max(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b) >= 0 ? a : b;
    }

    /** The range that covers a key; null if none does. */
    Map.@Nullable Entry<byte[], byte[]> rangeOver(byte[] key) {
        Map.Entry<byte[], byte[]> range = ranges.floorEntry(key);
        return range != null && Arrays.compareUnsigned(key, range.getValue()) < 0 ? range : null;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        Point point = points.get(key);
        if (point != null) {
            return point.value();
        }
        return rangeOver(key) == null ? base.get(key) : null;
    }

    @Override
    public RecordCursor scan(byte[] from, byte[] to) {
        return isEmpty()
                ? base.scan(from, to)
                : new OverlayCursor(this, base, points.subMap(from, to), from, to, false);
    }

    @Override
    public RecordCursor scanReverse(byte[] from, byte[] to) {
        return isEmpty()
                ? base.scanReverse(from, to)
                : new OverlayCursor(
                        this,
                        base,
                        points.subMap(from, true, to, false).descendingMap(),
                        from,
                        to,
                        true);
    }

    /**
     * Does to another overlay what was done to this one: all of it, or nothing if the work that
     * this is ends the evaluation. A half would be part of whatever the other one is written for.
     */
    void copyTo(Overlay other) {
        meter.charge(points.size() * WorkMeter.RECORD);
        ranges.forEach(other::deleteRange);
        points.forEach((key, point) -> {
            byte[] value = point.value();
            if (value == null) {
                other.unset(key);
            } else {
                other.set(key, value, point.isMoved());
            }
        });
    }

    /**
     * The changes: ranges first, then points, both in the order of their keys. The header of an
     * object that has got another name is deleted before it is written, so that {@link
     * ObjectChanges} can tell that it is not the object that was there before.
     */
    EntityChanges changes() {
        List<EntityChanges.Change> changes = new ArrayList<>(ranges.size() + points.size());
        ranges.forEach((from, to) -> changes.add(new EntityChanges.DeleteRange(from, to)));
        points.forEach((key, point) -> {
            byte[] value = point.value();
            if (value != null) {
                if (point.isMoved() && !ObjectHeader.isSame(base.get(key), value)) {
                    changes.add(new EntityChanges.Delete(key));
                }
                changes.add(new EntityChanges.Put(key, value));
            } else if (rangeOver(key) == null) {
                changes.add(new EntityChanges.Delete(key));
            }
        });
        return new EntityChanges(changes);
    }
}
