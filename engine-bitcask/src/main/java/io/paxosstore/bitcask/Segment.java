package io.paxosstore.bitcask;

import io.paxosstore.log.fs.FileHandle;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One data file. Written by one thread (the log writer, or the merge), read by the shards, counted
 * by both.
 */
final class Segment {
    private final long id;
    private final Path file;
    private final SegmentHeader.Kind kind;
    private final FileHandle handle;
    private int slot;

    // Written by the segment's writer, read by the background thread: volatile, so that whoever
    // sees it sealed sees its final end.
    private volatile int end = SegmentHeader.BYTES;
    private volatile boolean sealed;
    private volatile boolean damaged;
    private volatile long heldBackAt = Long.MAX_VALUE;

    /** Padded bytes of the records that a keydir refers to; added to by all shards. */
    private final AtomicLong liveBytes = new AtomicLong();

    /** Batches in this segment that their shards have not drained: its records may be unknown. */
    private final AtomicInteger undrained = new AtomicInteger();

    Segment(long id, Path file, SegmentHeader.Kind kind, FileHandle handle) {
        this.id = id;
        this.file = file;
        this.kind = kind;
        this.handle = handle;
    }

    long id() {
        return id;
    }

    Path file() {
        return file;
    }

    SegmentHeader.Kind kind() {
        return kind;
    }

    FileHandle handle() {
        return handle;
    }

    int slot() {
        return slot;
    }

    /** Called once by the table, before the segment is seen by others. */
    void setSlot(int given) {
        slot = given;
    }

    /** Where the records end. */
    int end() {
        return end;
    }

    void setEnd(int newEnd) {
        end = newEnd;
    }

    /** Whether nothing will be written to it any more. */
    boolean isSealed() {
        return sealed;
    }

    void setSealed() {
        sealed = true;
    }

    /** Whether it holds damage: it gets no hint file, and is merged before all others. */
    boolean isDamaged() {
        return damaged;
    }

    void setDamaged() {
        damaged = true;
    }

    /** Whether merge could not empty it, and nothing more in it has died since. */
    boolean isHeldBack() {
        return liveBytes.get() >= heldBackAt;
    }

    void holdBack(long live) {
        heldBackAt = live;
    }

    AtomicLong liveBytes() {
        return liveBytes;
    }

    AtomicInteger undrained() {
        return undrained;
    }

    /** Bytes of records, live or dead. */
    int usedBytes() {
        return end - SegmentHeader.BYTES;
    }
}
