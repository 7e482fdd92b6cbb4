package io.paxosstore.log.segment;

import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.record.Location;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One file of records, open. Written by one thread, read by the shards, counted by both; the
 * background thread reclaims it.
 */
public final class Segment {
    private final long id;
    private final Path file;
    private final FileHandle handle;
    private final SegmentHeader.@Nullable Kind kind;
    private final long openedBytes;
    private int slot;

    // Written by the segment's writer, read by the background thread: volatile, so that whoever
    // sees it sealed sees its final end.
    private volatile int end = SegmentHeader.BYTES;
    private volatile boolean sealed;

    private volatile boolean damaged;
    private volatile long heldBackAt = Long.MAX_VALUE;

    private final AtomicLong liveBytes = new AtomicLong();
    private final AtomicInteger undrained = new AtomicInteger();

    /**
     * An open segment.
     *
     * @param id its id, which the checksums of its records cover
     * @param kind who writes it; null when it cannot be told
     * @param openedBytes what it takes on the disk now
     */
    public Segment(
            long id,
            Path file,
            FileHandle handle,
            SegmentHeader.@Nullable Kind kind,
            long openedBytes) {
        this.id = id;
        this.file = file;
        this.handle = handle;
        this.kind = kind;
        this.openedBytes = openedBytes;
    }

    /** Its id; later segments have greater ones. */
    public long id() {
        return id;
    }

    /** Its name. */
    public Path file() {
        return file;
    }

    /** Its open handle. */
    public FileHandle handle() {
        return handle;
    }

    /** Who writes it; null when its header, which says so, is damaged. */
    SegmentHeader.@Nullable Kind kind() {
        return kind;
    }

    /**
     * What it took on the disk when it was opened: for a preallocated one that is what it takes,
     * full or not.
     */
    public long openedBytes() {
        return openedBytes;
    }

    /** The number that a {@link Location} holds. */
    public int slot() {
        return slot;
    }

    /** Called once by the table, before others see the segment. */
    void setSlot(int given) {
        slot = given;
    }

    /** Where the records end. */
    public int end() {
        return end;
    }

    /** Says where the records end; for the segment's writer. */
    public void setEnd(int newEnd) {
        end = newEnd;
    }

    /** Whether nothing will be written to it any more. */
    public boolean isSealed() {
        return sealed;
    }

    /** Says that nothing will be written to it any more. */
    public void setSealed() {
        sealed = true;
    }

    /** Padded bytes of the records that an index refers to; all shards add to it. */
    public AtomicLong liveBytes() {
        return liveBytes;
    }

    /** Batches in this segment that their shards have not drained: its records may be unknown. */
    public AtomicInteger undrained() {
        return undrained;
    }

    /** Bytes of records, live or dead. */
    public int usedBytes() {
        return end - SegmentHeader.BYTES;
    }

    /** Whether it holds records. */
    public boolean isUsed() {
        return usedBytes() > 0;
    }

    /** Whether it holds damage. */
    public boolean isDamaged() {
        return damaged;
    }

    /** Says that it holds damage. */
    public void setDamaged() {
        damaged = true;
    }

    /** Whether reclaiming could not empty it, and nothing more in it has died since. */
    public boolean isHeldBack() {
        return liveBytes.get() >= heldBackAt;
    }

    /**
     * Says that reclaiming could not empty it.
     *
     * @param live how many bytes were live then
     */
    public void holdBack(long live) {
        heldBackAt = live;
    }

    /** Lets reclaiming try again. */
    public void release() {
        heldBackAt = Long.MAX_VALUE;
    }
}
