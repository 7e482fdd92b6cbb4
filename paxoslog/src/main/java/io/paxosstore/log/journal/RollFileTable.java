package io.paxosstore.log.journal;

import io.paxosstore.core.Invariant;
import io.paxosstore.log.record.Location;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The files by slot, the small number that a {@link Location} holds. Thread-safe: readers see an
 * array that is replaced on every change.
 */
final class RollFileTable {
    private volatile @Nullable RollFile[] slots = new @Nullable RollFile[8];

    /** The file of a location that an index holds. */
    RollFile of(long location) {
        return Objects.requireNonNull(slots[Location.slot(location)], "roll file is gone");
    }

    /** Gives the file a slot. */
    synchronized void add(RollFile file) {
        @Nullable RollFile[] old = slots;
        int slot = 1;
        while (slot < old.length && old[slot] != null) {
            slot++;
        }
        Invariant.check(slot <= Location.SLOT_MAX, "too many files");
        @Nullable RollFile[] next =
                Arrays.copyOf(old, slot < old.length ? old.length : old.length * 2);
        file.setSlot(slot);
        next[slot] = file;
        slots = next;
    }

    /** Frees the slot of a file that no location refers to. */
    synchronized void remove(RollFile file) {
        @Nullable RollFile[] next = slots.clone();
        next[file.slot()] = null;
        slots = next;
    }

    /** Whether the file is still there. */
    boolean contains(RollFile file) {
        return slots[file.slot()] == file;
    }

    /** All files, in the order of their ids. */
    List<RollFile> all() {
        List<RollFile> all = new ArrayList<>();
        for (RollFile file : slots) {
            if (file != null) {
                all.add(file);
            }
        }
        all.sort((a, b) -> Long.compare(a.id(), b.id()));
        return all;
    }

    /** Closes all files. */
    void close() throws IOException {
        for (RollFile file : all()) {
            file.handle().close();
        }
    }

    void addLive(long location) {
        of(location).liveBytes().addAndGet(Location.length(location));
    }

    void removeLive(long location) {
        of(location).liveBytes().addAndGet(-Location.length(location));
    }
}
