package io.paxosstore.log.journal;

import io.paxosstore.log.fs.FileHandle;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One roll file. Written by the log writer, read by the shards, counted by both; the background
 * thread reclaims it.
 */
final class RollFile {
    private final long id;
    private final Path file;
    private final FileHandle handle;
    private final long sizeBytes;
    private final AtomicLong liveBytes = new AtomicLong();
    private final AtomicInteger undrained = new AtomicInteger();
    private int slot;

    // Written by the file's writer, read by the background thread: volatile, so that whoever sees
    // it sealed sees its final end.
    private volatile int end = RollFileHeader.BYTES;
    private volatile boolean sealed;

    // The background thread's: how many bytes were live when carrying could not empty the file.
    private long heldBackAt = Long.MAX_VALUE;

    /**
     * An open file.
     *
     * @param sizeBytes what it takes on the disk
     */
    RollFile(long id, Path file, FileHandle handle, long sizeBytes) {
        this.id = id;
        this.file = file;
        this.handle = handle;
        this.sizeBytes = sizeBytes;
    }

    long id() {
        return id;
    }

    Path file() {
        return file;
    }

    FileHandle handle() {
        return handle;
    }

    int slot() {
        return slot;
    }

    /** Called once by the table, before others see the file. */
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

    /** Padded bytes of the records that an index refers to; all shards add to it. */
    AtomicLong liveBytes() {
        return liveBytes;
    }

    /** Batches in this file that their shards have not drained: its live bytes may grow. */
    AtomicInteger undrained() {
        return undrained;
    }

    /** What it takes on the disk, full or not. */
    long sizeBytes() {
        return sizeBytes;
    }

    /** Whether it holds records. */
    boolean isUsed() {
        return end > RollFileHeader.BYTES;
    }

    /** Whether carrying could not empty it, and nothing more in it has died since. */
    boolean isHeldBack() {
        return liveBytes.get() >= heldBackAt;
    }

    void holdBack() {
        heldBackAt = liveBytes.get();
    }

    /** Lets it be tried again. */
    void release() {
        heldBackAt = Long.MAX_VALUE;
    }
}
