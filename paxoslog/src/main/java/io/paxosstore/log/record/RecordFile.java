package io.paxosstore.log.record;

import io.paxosstore.log.fs.FileHandle;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One file of records. Written by one thread, read by the shards, counted by both; a background
 * thread reclaims it.
 */
public abstract class RecordFile {
    private final long id;
    private final Path file;
    private final FileHandle handle;
    private final int firstRecordAt;
    private int slot;

    // Written by the file's writer, read by the background thread: volatile, so that whoever sees
    // it sealed sees its final end.
    private volatile int end;
    private volatile boolean sealed;

    private final AtomicLong liveBytes = new AtomicLong();
    private final AtomicInteger undrained = new AtomicInteger();

    /**
     * An open file.
     *
     * @param id its id, which the checksums of its records cover
     * @param firstRecordAt where its header ends
     */
    protected RecordFile(long id, Path file, FileHandle handle, int firstRecordAt) {
        this.id = id;
        this.file = file;
        this.handle = handle;
        this.firstRecordAt = firstRecordAt;
        this.end = firstRecordAt;
    }

    /** Its id; later files have greater ones. */
    public final long id() {
        return id;
    }

    /** Its name. */
    public final Path file() {
        return file;
    }

    /** Its open handle. */
    public final FileHandle handle() {
        return handle;
    }

    /** The number that a {@link Location} holds. */
    public final int slot() {
        return slot;
    }

    /** Called once by the table, before others see the file. */
    final void setSlot(int given) {
        slot = given;
    }

    /** Where the records end. */
    public final int end() {
        return end;
    }

    /** Says where the records end; for the file's writer. */
    public final void setEnd(int newEnd) {
        end = newEnd;
    }

    /** Whether nothing will be written to it any more. */
    public final boolean isSealed() {
        return sealed;
    }

    /** Says that nothing will be written to it any more. */
    public final void setSealed() {
        sealed = true;
    }

    /** Padded bytes of the records that an index refers to; all shards add to it. */
    public final AtomicLong liveBytes() {
        return liveBytes;
    }

    /** Batches in this file that their shards have not drained: its records may be unknown. */
    public final AtomicInteger undrained() {
        return undrained;
    }

    /** Bytes of records, live or dead. */
    public final int usedBytes() {
        return end - firstRecordAt;
    }
}
