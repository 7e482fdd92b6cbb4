package io.paxosstore.log.journal;

import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.record.RecordFile;

import java.nio.file.Path;

/** One roll file, written by the log writer. */
final class RollFile extends RecordFile {
    private final long sizeBytes;

    // The background thread's: how many bytes were live when carrying could not empty the file.
    private long heldBackAt = Long.MAX_VALUE;

    /**
     * An open file.
     *
     * @param sizeBytes what it takes on the disk
     */
    RollFile(long id, Path file, FileHandle handle, long sizeBytes) {
        super(id, file, handle, RollFileHeader.BYTES);
        this.sizeBytes = sizeBytes;
    }

    /** What it takes on the disk, full or not. */
    long sizeBytes() {
        return sizeBytes;
    }

    /** Whether it holds records. */
    boolean isUsed() {
        return usedBytes() > 0;
    }

    /** Whether carrying could not empty it, and nothing more in it has died since. */
    boolean isHeldBack() {
        return liveBytes().get() >= heldBackAt;
    }

    void holdBack() {
        heldBackAt = liveBytes().get();
    }

    /** Lets it be tried again. */
    void release() {
        heldBackAt = Long.MAX_VALUE;
    }
}
