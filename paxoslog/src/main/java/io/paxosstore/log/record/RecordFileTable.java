package io.paxosstore.log.record;

import io.paxosstore.core.Invariant;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * The files by slot, the small number that a {@link Location} holds. Thread-safe: readers see an
 * array that is replaced on every change.
 *
 * @param <F> the engine's kind of file
 */
public final class RecordFileTable<F extends RecordFile> {
    private static final int SLOTS_INITIAL = 8;

    private volatile @Nullable F[] slots;

    /**
     * An empty table.
     *
     * @param array makes an array of the engine's kind of file
     */
    public RecordFileTable(IntFunction<@Nullable F[]> array) {
        slots = array.apply(SLOTS_INITIAL);
    }

    /** The file of a location that an index holds. */
    public F of(long location) {
        return Objects.requireNonNull(slots[Location.slot(location)], "the file is gone");
    }

    /** Gives the file a slot. */
    public synchronized void add(F file) {
        @Nullable F[] old = slots;
        int slot = 1;
        while (slot < old.length && old[slot] != null) {
            slot++;
        }
        Invariant.check(slot <= Location.SLOT_MAX, "too many files");
        @Nullable F[] next = Arrays.copyOf(old, slot < old.length ? old.length : old.length * 2);
        file.setSlot(slot);
        next[slot] = file;
        slots = next;
    }

    /** Frees the slot of a file that no location refers to. */
    public synchronized void remove(F file) {
        @Nullable F[] next = slots.clone();
        next[file.slot()] = null;
        slots = next;
    }

    /** Whether the file is still there. */
    public boolean contains(F file) {
        // Another file may have got its slot, but no other has its id.
        F held = slots[file.slot()];
        return held != null && held.id() == file.id();
    }

    /** All files, in the order of their ids. */
    public List<F> all() {
        List<F> all = new ArrayList<>();
        for (F file : slots) {
            if (file != null) {
                all.add(file);
            }
        }
        all.sort((a, b) -> Long.compare(a.id(), b.id()));
        return all;
    }

    /** Closes all files. */
    public void close() throws IOException {
        for (F file : all()) {
            file.handle().close();
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
