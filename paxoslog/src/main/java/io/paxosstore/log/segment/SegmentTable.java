package io.paxosstore.log.segment;

import io.paxosstore.core.Invariant;
import io.paxosstore.log.record.Location;

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
public final class SegmentTable implements AutoCloseable {
    private static final int SLOTS_INITIAL = 8;

    private volatile @Nullable Segment[] slots = new @Nullable Segment[SLOTS_INITIAL];

    /** The segment of a location that an index holds. */
    public Segment of(long location) {
        return Objects.requireNonNull(slots[Location.slot(location)], "the segment is gone");
    }

    /** Gives the segment a slot. */
    public synchronized void add(Segment segment) {
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
    public synchronized void remove(Segment segment) {
        @Nullable Segment[] next = slots.clone();
        next[segment.slot()] = null;
        slots = next;
    }

    /** Whether the segment is still there. */
    public boolean contains(Segment segment) {
        // Another segment may have got its slot.
        return slots[segment.slot()] == segment;
    }

    /** All segments, in the order of their ids. */
    public List<Segment> all() {
        List<Segment> all = new ArrayList<>();
        for (Segment segment : slots) {
            if (segment != null) {
                all.add(segment);
            }
        }
        all.sort((a, b) -> Long.compare(a.id(), b.id()));
        return all;
    }

    /** Closes all segments. */
    @Override
    public void close() throws IOException {
        for (Segment segment : all()) {
            segment.handle().close();
        }
    }

    /** Counts the record at a location as live. */
    public void addLive(long location) {
        of(location).liveBytes().addAndGet(Location.length(location));
    }

    /** Counts the record at a location as dead. */
    public void removeLive(long location) {
        of(location).liveBytes().addAndGet(-Location.length(location));
    }
}
