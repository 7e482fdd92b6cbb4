package io.paxosstore.bitcask;

import io.paxosstore.core.Invariant;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The segments by slot, the small number that a {@link Location} holds. Thread-safe: readers see an
 * array that is replaced on every change.
 */
final class SegmentTable {
    private volatile @Nullable Segment[] slots = new @Nullable Segment[8];

    /** The segment of a location that a keydir holds. */
    Segment of(long location) {
        return Objects.requireNonNull(slots[Location.slot(location)], "segment is gone");
    }

    /** Gives the segment a slot. */
    synchronized void add(Segment segment) {
        @Nullable Segment[] old = slots;
        int slot = 1;
        while (slot < old.length && old[slot] != null) {
            slot++;
        }
        Invariant.check(slot <= Location.SLOT_MAX, "too many segments");
        @Nullable Segment[] next =
                Arrays.copyOf(old, slot < old.length ? old.length : old.length * 2);
        segment.setSlot(slot);
        next[slot] = segment;
        slots = next;
    }

    /** Frees the slot of a segment that no location refers to. */
    synchronized void remove(Segment segment) {
        @Nullable Segment[] next = slots.clone();
        next[segment.slot()] = null;
        slots = next;
    }

    /** Whether the segment is still there. */
    boolean contains(Segment segment) {
        return slots[segment.slot()] == segment;
    }

    /** All segments, in the order of their ids. */
    List<Segment> all() {
        List<Segment> all = new ArrayList<>();
        for (Segment segment : slots) {
            if (segment != null) {
                all.add(segment);
            }
        }
        all.sort((a, b) -> Long.compare(a.id(), b.id()));
        return all;
    }

    /** Closes all files. */
    void close() throws IOException {
        for (Segment segment : all()) {
            segment.handle().close();
        }
    }

    void addLive(long location) {
        of(location).liveBytes().addAndGet(Location.length(location));
    }

    void removeLive(long location) {
        of(location).liveBytes().addAndGet(-Location.length(location));
    }
}
