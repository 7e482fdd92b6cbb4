package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;

/** Merges a state and the changes on top of it, in either direction. */
final class OverlayCursor implements RecordCursor {
    /** What comparing two records costs. */
    private static final long STEPS = 2;

    private final Overlay overlay;
    private final EntityState base;
    private final Iterator<Map.Entry<byte[], Overlay.Point>> points;
    private final byte[] from;
    private final byte[] to;
    private final boolean reverse;
    private RecordCursor below;
    private boolean belowHere;
    private Map.@Nullable Entry<byte[], Overlay.Point> point;
    private byte @Nullable [] key;
    private byte @Nullable [] value;

    OverlayCursor(
            Overlay overlay,
            EntityState base,
            SortedMap<byte[], Overlay.Point> points,
            byte[] from,
            byte[] to,
            boolean reverse) {
        this.overlay = overlay;
        this.base = base;
        this.points = points.entrySet().iterator();
        this.from = from;
        this.to = to;
        this.reverse = reverse;
        this.below = open(from, to);
        boolean begun = false;
        try {
            moveBelow();
            movePoint();
            begun = true;
        } finally {
            if (!begun) {
                below.close(); // nobody else knows of it yet
            }
        }
    }

    private RecordCursor open(byte[] start, byte[] end) {
        byte[] last = Arrays.compareUnsigned(start, end) <= 0 ? end : start;
        return reverse ? base.scanReverse(start, last) : base.scan(start, last);
    }

    /** Moves to the next record of the state below that no deleted range covers. */
    private void moveBelow() {
        belowHere = below.next();
        while (belowHere) {
            Map.Entry<byte[], byte[]> range = overlay.rangeOver(below.key());
            if (range == null) {
                return;
            }
            below.close();
            below = reverse ? open(from, range.getKey()) : open(range.getValue(), to);
            belowHere = below.next();
        }
    }

    private void movePoint() {
        point = points.hasNext() ? points.next() : null;
    }

    @Override
    public boolean next() {
        while (belowHere || point != null) {
            overlay.meter().charge(STEPS);
            int order = order();
            Map.Entry<byte[], Overlay.Point> mine = point;
            if (order < 0 || mine == null) {
                key = below.key();
                value = below.value();
                moveBelow();
                return true;
            }
            if (order == 0) {
                moveBelow();
            }
            movePoint();
            byte[] put = mine.getValue().value();
            if (put != null) {
                key = mine.getKey();
                value = put;
                return true;
            }
        }
        return false;
    }

    /** Negative if the record below comes first, 0 if the point replaces it. */
    private int order() {
        Map.Entry<byte[], Overlay.Point> mine = point;
        if (mine == null) {
            return -1;
        }
        if (!belowHere) {
            return 1;
        }
        int order = Arrays.compareUnsigned(below.key(), mine.getKey());
        return reverse ? -order : order;
    }

    @Override
    public byte[] key() {
        return Objects.requireNonNull(key);
    }

    @Override
    public byte[] value() {
        return Objects.requireNonNull(value);
    }

    @Override
    public void close() {
        below.close();
    }
}
